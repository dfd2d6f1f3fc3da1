import { makeArchive } from './archive.ts';

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ');
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface DocxParts {
  /** XML inside of w:body. */
  readonly body: string;
  /** XML inside of w:styles, w:numbering, w:footnotes. */
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  /** More relationships of the document part: id to type and target. */
  readonly relationships?: Readonly<Record<string, readonly [type: string, target: string, external?: boolean]>>;
  /** More entries of the archive. */
  readonly entries?: Readonly<Record<string, string | Uint8Array>>;
}

/** A DOCX document of the given parts. */
export function makeDocx({
  body,
  styles = '',
  numbering = '',
  footnotes = '',
  relationships = {},
  entries = {},
}: DocxParts): Uint8Array {
  const wrap = (name: string, inner: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><w:${name} ${NAMESPACES}>${inner}</w:${name}>`;
  const all = {
    s: ['styles', 'styles.xml'],
    n: ['numbering', 'numbering.xml'],
    f: ['footnotes', 'footnotes.xml'],
    ...relationships,
  };
  return makeArchive({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relationshipPart(all),
    'word/document.xml': wrap('document', `<w:body>${body}</w:body>`),
    'word/styles.xml': wrap('styles', styles),
    'word/numbering.xml': wrap('numbering', numbering),
    'word/footnotes.xml': wrap('footnotes', footnotes),
    ...entries,
  });
}

/** A relationships part. */
export function relationshipPart(
  relationships: Readonly<Record<string, readonly (string | boolean | undefined)[]>>,
): string {
  const entries = Object.entries(relationships).map(
    ([id, [type, target, external]]) =>
      `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
}

/** A paragraph of one run. `properties` is XML for w:pPr, `look` for w:rPr. */
export function p(text: string, { properties = '', look = '' } = {}): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export const style = (id: string): string => `<w:pStyle w:val="${id}"/>`;
export const item = (numId: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`;
export const cell = (inner: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`;
export const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
