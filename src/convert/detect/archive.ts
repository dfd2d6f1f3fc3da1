import type { Archive } from '../archive/open-archive.ts';
import { Failure } from '../failure.ts';
import type { Format } from '../formats.ts';

/** Content types of the main part (ECMA-376 part 2, 10.1; templates, macros and shows read the same). */
const MAIN_PARTS: readonly (readonly [RegExp, Format])[] = [
  [
    /wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main\+xml/,
    'docx',
  ],
  [
    /presentationml\.(?:presentation|template|slideshow)\.main\+xml|ms-powerpoint\.(?:presentation|template|slideshow)\.macroEnabled\.main\+xml/,
    'pptx',
  ],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml/, 'xlsx'],
  [/ms-excel\.sheet\.binary\.macroEnabled\.main/, 'xlsb'],
];

const ODF: Readonly<Record<string, Format>> = {
  text: 'odt',
  'text-template': 'odt',
  presentation: 'odp',
  'presentation-template': 'odp',
  spreadsheet: 'ods',
  'spreadsheet-template': 'ods',
};

/** Which document a ZIP archive is. Throws `unsupported_format`, `password_protected`, `corrupt_document`. */
export async function detectArchive(archive: Archive): Promise<Format> {
  const mimetype = (await archive.read('mimetype'))?.toString('latin1').trim();
  if (mimetype !== undefined) {
    const format = ODF[/^application\/vnd\.oasis\.opendocument\.([a-z-]+)$/.exec(mimetype)?.[1] ?? ''];
    if (format) return await openOdf(archive, format);
    if (mimetype === 'application/epub+zip')
      throw new Failure('unsupported_format', 'The file is EPUB, which is not supported.');
  }
  const types = (await archive.read('[Content_Types].xml'))?.toString('utf8');
  if (types !== undefined) {
    for (const [pattern, format] of MAIN_PARTS) if (pattern.test(types)) return format;
  }
  // Without a usable list of types the usual part names decide.
  if (archive.has('word/document.xml')) return 'docx';
  if (archive.has('ppt/presentation.xml')) return 'pptx';
  if (archive.has('xl/workbook.xml')) return 'xlsx';
  if (archive.has('xl/workbook.bin')) return 'xlsb';
  throw new Failure('unsupported_format', 'The file is an archive that holds no supported document.');
}

async function openOdf(archive: Archive, format: Format): Promise<Format> {
  const manifest = (await archive.read('META-INF/manifest.xml'))?.toString('utf8') ?? '';
  if (/<(?:\w+:)?encryption-data[\s>]/.test(manifest))
    throw new Failure('password_protected', 'The document is protected by a password.');
  return format;
}
