import { describe, expect, it } from 'vitest';
import { FIRST_OBJECT, line, makePdf } from '../../make/pdf.ts';
import { readDocument } from '../../make/read.ts';
import { makeSource } from '../../make/source.ts';

const file = (name: string): string =>
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${FIRST_OBJECT} 0 R >> >>`;
const stream = { dict: '/Type /EmbeddedFile', data: 'name,rate' };
const read = async (catalog: string, objects: readonly string[] = [], entries = '') => {
  const pages = [{ content: line('Open this portfolio.', 72, 700), entries }, { content: line('The end.', 72, 700) }];
  return await readDocument(makeSource(makePdf({ pages, objects: [stream, ...objects], catalog }), 'a.pdf'));
};

describe('files in a PDF', () => {
  it('are named below its text, and it is said that they are not converted', async () => {
    const { markdown, summary } = await read(
      `/Collection << /View /D >> /Names << /EmbeddedFiles ${FIRST_OBJECT + 1} 0 R >>`,
      [
        `<< /Kids [${FIRST_OBJECT + 2} 0 R ${FIRST_OBJECT + 3} 0 R ${FIRST_OBJECT + 1} 0 R] >>`,
        `<< /Names [(a) ${file('lease.pdf')} (b) ${file('C:\\\\old\\\\rates.csv')}] >>`,
        `<< /Names [(c) ${file('lease.pdf')} (d) (no file)] >>`,
      ],
    );
    expect(markdown.trimEnd().split('\n\n').at(-1)).toBe('- lease.pdf (not converted)\n- rates.csv (not converted)');
    expect(summary.warnings).toEqual([
      { kind: 'member-skipped', count: 1, detail: 'lease.pdf: files within PDFs are not converted' },
      { kind: 'member-skipped', count: 1, detail: 'rates.csv: files within PDFs are not converted' },
    ]);
  });

  it('that belong to the document or are pinned to a page are named too', async () => {
    const { markdown } = await read(
      `/AF [${file('invoice.xml')}]`,
      [],
      `/Annots [<< /Subtype /FileAttachment /Rect [72 600 90 620] /FS ${file('plan.png')} >>]`,
    );
    expect(markdown.match(/^- .*$/gmu)).toEqual(['- plan.png (not converted)', '- invoice.xml (not converted)']);
  });
});
