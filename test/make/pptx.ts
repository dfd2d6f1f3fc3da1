import { makeArchive } from './archive.ts';
import { relationshipPart } from './docx.ts';

const NAMESPACES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export interface SlideParts {
  /** XML inside of p:spTree. */
  readonly shapes: string;
  readonly hidden?: boolean;
  readonly notes?: string;
  readonly relationships?: Readonly<Record<string, readonly [type: string, target: string, external?: boolean]>>;
}

/** A presentation of slides, all on one layout; `layout` and `master` are XML inside of their shape trees. */
export function makePptx(
  slides: readonly SlideParts[],
  {
    layout = '',
    master = '',
    entries = {},
  }: { layout?: string; master?: string; entries?: Readonly<Record<string, string | Uint8Array>> } = {},
): Uint8Array {
  const part = (name: string, tree: string, attributes = '', rest = ''): string =>
    `<p:${name} ${NAMESPACES}${attributes}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld>${rest}</p:${name}>`;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml':
      '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldIdLst>${slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="s${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipPart(
      Object.fromEntries(slides.map((_, n) => [`s${n}`, ['slide', `slides/slide${n}.xml`]])),
    ),
    'ppt/slideLayouts/layout.xml': part('sldLayout', layout),
    'ppt/slideLayouts/_rels/layout.xml.rels': relationshipPart({ m: ['slideMaster', '../slideMasters/master.xml'] }),
    'ppt/slideMasters/master.xml': part(
      'sldMaster',
      master,
      '',
      '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>',
    ),
    ...entries,
  };
  for (const [n, { shapes, hidden, notes, relationships }] of slides.entries()) {
    files[`ppt/slides/slide${n}.xml`] = part('sld', shapes, hidden ? ' show="0"' : '');
    files[`ppt/slides/_rels/slide${n}.xml.rels`] = relationshipPart({
      l: ['slideLayout', '../slideLayouts/layout.xml'],
      ...(notes === undefined ? {} : { n: ['notesSlide', `../notesSlides/notes${n}.xml`] }),
      ...relationships,
    });
    if (notes !== undefined)
      files[`ppt/notesSlides/notes${n}.xml`] = part('notes', shape({ placeholder: 'type="body"', text: [notes] }));
  }
  return makeArchive(files);
}

export interface ShapeParts {
  /** Attributes of p:ph. */
  readonly placeholder?: string;
  readonly at?: readonly [x: number, y: number];
  /** A paragraph each; `properties` is XML of a:pPr, before the text and a tab. */
  readonly text: readonly string[];
}

/** A p:sp with paragraphs; one that begins with `<a:pPr` brings its properties. */
export function shape({ placeholder, at, text }: ShapeParts): string {
  const place = at ? `<a:xfrm><a:off x="${at[0]}" y="${at[1]}"/><a:ext cx="1000000" cy="500000"/></a:xfrm>` : '';
  const paragraphs = text.map((line) => {
    const [, properties = '', content] = /^(<a:pPr[^>]*\/>|<a:pPr[^>]*>.*?<\/a:pPr>)?(.*)$/s.exec(line) ?? [];
    return `<a:p>${properties}<a:r><a:t>${content}</a:t></a:r></a:p>`;
  });
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>${placeholder === undefined ? '' : `<p:ph ${placeholder}/>`}</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}
