import { unzipSync } from 'fflate';
import { makeArchive } from '../make/archive.ts';
import { cell, makeDocx, p, row } from '../make/docx.ts';
import { makeEpub, xhtml } from '../make/epub.ts';
import { makeMessage } from '../make/message.ts';
import { mutate } from '../make/mutate.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { officeDocuments } from './office.ts';

/** What a renderer of Markdown must never take for more than text. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)',
  '<svg onload=alert(1)>',
  '](data:text/html,<script>alert(1)</script>)',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<scr\u00ADipt>alert(1)</script>',
  '`` ` ``<b onclick=alert(1)>',
  '| <td onmouseover=alert(1)> |',
  '<!--><img src=x onerror=alert(1)>-->',
  '[x](java&#115;cript:alert(1))',
  '$`$ `<img src=x onerror=alert(1)>`',
  '<form action="javascript:alert(1)"><button>x</button></form>',
];
const TEXT = `A heading\n\nSome text, and more. ${SCRIPTS.join(' and ')}\n\n${SCRIPTS.join('\n\n')}\n`;
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const HTML = `<!doctype html><title>x</title><h1>A</h1><p>${xml(TEXT)}</p>${TEXT}<table><tr><td>${xml(TEXT)}</table>
<a href="javascript:alert(1)">a</a><a href="vbscript:x">b</a><a href=" java&#10;script:alert(1)">c</a>
<a href="java&amp;#115;cript:alert(1)">d</a><math><mtext>&lt;img src=x onerror=alert(1)></mtext></math>
<img src="javascript:alert(1)" alt="x"><ul><li>${xml(SCRIPTS[0]!)}<ol><li>b</ol></ul><pre>${xml(TEXT)}</pre>`;
const output = (type: string, text: string): object => ({ output_type: 'display_data', data: { [type]: text } });
const cellOf = (cell_type: string): object => ({
  cell_type,
  metadata: {},
  source: [TEXT],
  outputs: SCRIPTS.flatMap((text) => [
    output('text/latex', `$${text}$`),
    output('text/markdown', text),
    output('text/html', text),
    output('text/plain', text),
  ]),
});

/** A document of each kind, by file name. */
export const CORPUS: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Object.entries<Uint8Array | string>({
    'a.pdf': makeTextPdf(['A short text.', SCRIPTS.join(' ')]),
    'a.docx': makeDocx({
      body:
        SCRIPTS.map((text) => p(xml(text)) + `<w:p><m:oMath><m:r><m:t>${xml(text)}</m:t></m:r></m:oMath></w:p>`).join(
          '',
        ) + `<w:tbl>${row(cell(p(xml(SCRIPTS[1]!))), cell(p('b')))}</w:tbl>`,
    }),
    'a.epub': makeEpub({ chapters: { 'a.xhtml': xhtml(`<h1>A</h1><p>${xml(TEXT)}</p>`) } }),
    'a.zip': makeArchive({ 'a.txt': TEXT, 'b.html': HTML, '<img src=x onerror=alert(1)>.csv': 'a,b\n1,2\n' }),
    'a.txt': TEXT,
    'a.md': TEXT,
    'a.html': HTML,
    'a.csv': `name,text\n${SCRIPTS.map((text) => `1,${quoted(text)}`).join('\n')}\n`,
    'a.json': JSON.stringify(SCRIPTS.map((text, id) => ({ id, text }))),
    'a.xml': `<?xml version="1.0"?><list>${SCRIPTS.map((text) => `<item><name>${xml(text)}</name></item>`).join('')}</list>`,
    'a.yaml': SCRIPTS.map((text) => `- ${JSON.stringify(text)}`).join('\n'),
    'a.ipynb': JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: ['markdown', 'code', 'raw'].map(cellOf),
    }),
    'a.rtf': `{\\rtf1\\ansi{\\b A}\\par ${TEXT.replaceAll(/[\\{}]/g, '\\$&').replaceAll('\n', '\\par ')}}`,
    'a.eml': makeMessage('From: a@example.org\r\nSubject: <img src=x onerror=alert(1)>', [
      { type: 'text/html', body: HTML },
    ]),
    'a.rss': `<?xml version="1.0"?><rss version="2.0"><channel><title>${xml(SCRIPTS[1]!)}</title><item><title>${xml(SCRIPTS[0]!)}</title><link>javascript:alert(1)</link><description>${xml(HTML)}</description></item></channel></rss>`,
    ...officeDocuments(SCRIPTS),
  }).map(([name, content]) => [name, typeof content === 'string' ? Buffer.from(content) : content]),
);

/** The document with changes by this seed; of an archive, with one of its entries changed, or the whole. */
export function mutant(name: string, seed: number): Uint8Array {
  const whole = CORPUS[name]!;
  if (seed === 0) return whole;
  if (whole[0] !== 0x50 || whole[1] !== 0x4b || seed % 4 === 0) return mutate(whole, seed);
  const entries = unzipSync(whole);
  const paths = Object.keys(entries).filter((path) => entries[path]!.length > 0);
  const path = paths[seed % paths.length]!;
  return makeArchive({ ...entries, [path]: mutate(entries[path]!, seed) });
}
