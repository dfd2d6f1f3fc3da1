import { makeArchive } from './archive.ts';

interface EpubParts {
  /** Bodies of the content documents, in reading order. */
  readonly chapters: Readonly<Record<string, string>>;
  /** Further entries of the archive, beside the package document. */
  readonly entries?: Readonly<Record<string, string | Uint8Array>>;
  /** More of the manifest, as XML; items of the spine are `idref`s of chapters and of `extraSpine`. */
  readonly manifest?: string;
  readonly extraSpine?: string;
  readonly toc?: string;
}

/** An EPUB whose package document lies in `OPS/`. */
export function makeEpub({ chapters, entries = {}, manifest = '', extraSpine = '', toc = '' }: EpubParts): Uint8Array {
  const names = Object.keys(chapters);
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>${names
    .map((name, n) => `<item id="c${n}" href="${name}" media-type="application/xhtml+xml"/>`)
    .join(
      '',
    )}${manifest}</manifest><spine ${toc}>${names.map((_, n) => `<itemref idref="c${n}"/>`).join('')}${extraSpine}</spine></package>`;
  return makeArchive({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': opf,
    ...Object.fromEntries(Object.entries(chapters).map(([name, body]) => [`OPS/${name}`, xhtml(body)])),
    ...Object.fromEntries(
      Object.entries(entries).map(([name, value]) => [name.startsWith('/') ? name.slice(1) : `OPS/${name}`, value]),
    ),
  });
}

export function xhtml(body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body>${body}</body></html>`;
}
