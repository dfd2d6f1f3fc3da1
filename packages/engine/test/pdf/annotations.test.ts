import { describe, expect, it } from 'vitest';
import { RUN } from '../../src/layout/model/raw-page.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';
import { extracted, rawOf, texts } from './extracted.ts';

const annotated = (...annotations: string[]) =>
  rawOf(line('Text', 72, 700), {
    entries: `/Annots [${annotations.map((annotation) => `<< /Type /Annot ${annotation} >>`).join(' ')}]`,
  });
const link = (target: string) => `/Subtype /Link /Rect [72 690 200 710] ${target}`;

describe('free text', () => {
  it('without an appearance is written at its place, and with one as that draws it', async () => {
    const box = '/Subtype /FreeText /Rect [72 500 300 530] /DA (/Helv 12 Tf)';
    const plain = await annotated(`${box} /Contents (A note on two\\nlines)`);
    expect(texts(plain)).toEqual(['Text', 'A', 'note', 'on', 'two', 'lines']);
    expect(plain.runs[1]).toMatchObject({ size: 12 });
    const form = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 228 30] /Resources << /Font << /F1 3 0 R >> >>' };
    const drawn = await rawOf(
      line('Text', 72, 700),
      { entries: `/Annots [<< ${box} /Contents (Other words) /AP << /N ${FIRST_OBJECT} 0 R >> >>]` },
      { objects: [{ ...form, data: line('drawn', 4, 10) }] },
    );
    expect(texts(drawn)).toEqual(['Text', 'drawn']);
    expect(texts(await annotated(`${box} /Contents ( )`, '/Subtype /Stamp /Rect [0 0 9 9] /Contents (x)'))).toEqual([
      'Text',
    ]);
  });
});

describe('links', () => {
  it('lead to addresses that can be followed', async () => {
    const { links } = await annotated(
      link('/A << /S /URI /URI (https://example.org/a b) >>'),
      link('/A << /S /URI /URI (www.example.org) >>'),
      link('/A << /S /URI /URI (me@example.org) >>'),
    );
    expect(links.map(({ href }) => href)).toEqual([
      'https://example.org/a%20b',
      'http://www.example.org',
      'mailto:me@example.org',
    ]);
    expect(links[0]).toMatchObject({ x0: 72, y0: 82, x1: 200, y1: 102 });
  });

  it('that run code or open files are none', async () => {
    const { links } = await annotated(
      link('/A << /S /URI /URI (javascript:alert\\(1\\)) >>'),
      link('/A << /S /Launch /F (calc.exe) >>'),
      link('/A << /S /URI /URI (file:///etc/passwd) >>'),
    );
    expect(links).toEqual([]);
  });

  it('within the document name the page', async () => {
    expect((await annotated(link('/Dest [0 /XYZ 0 0 0]'))).links[0]?.href).toBe('#page=1');
  });

  it('are where their quadrilaterals are, unless these leave the rectangle', async () => {
    const quads = (right: number): string =>
      `/A << /URI (https://example.org/) >> /QuadPoints [150 710 ${right} 710 150 701 ${right} 701 72 700 100 700 72 690 100 690]`;
    const inside = await annotated(link(quads(200)));
    expect(inside.links).toMatchObject([
      { x0: 150, y0: 82, x1: 200, y1: 91 },
      { x0: 72, y0: 92, x1: 100, y1: 102 },
    ]);
    expect((await annotated(link(quads(300)))).links).toMatchObject([{ x0: 72, y0: 82, x1: 200, y1: 102 }]);
  });

  it('that are hidden are left out', async () => {
    expect((await annotated(`${link('/A << /S /URI /URI (https://example.org/) >>')} /F 2`)).links).toEqual([]);
  });
});

describe('form fields', () => {
  it('show their values, drawn or not', async () => {
    const drawn = {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >>',
      data: line('Ada', 2, 5),
    };
    const page = await extracted(
      makePdf({
        pages: [
          {
            content: '',
            entries: `/Annots [<< /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [72 600 172 620] /AP << /N ${FIRST_OBJECT} 0 R >> >> << /Subtype /Widget /FT /Tx /T (town) /V (New York) /Rect [72 500 172 520] >>]`,
          },
        ],
        objects: [drawn],
      }),
    );
    expect(page.raw.widgets.map(({ name, kind, value }) => [name, kind, value])).toEqual([
      ['name', 'text', 'Ada'],
      ['town', 'text', 'New York'],
    ]);
    expect(texts(page.raw)).toEqual(['Ada', 'New', 'York']);
    expect(page.raw.runs.every((run) => (run.flags & RUN.field) !== 0)).toBe(true);
    expect(page.raw.runs[0]).toMatchObject({ x0: 74, baseline: 187 });
  });

  it('tell what is checked, and keep passwords to themselves', async () => {
    const { widgets } = await annotated(
      '/Subtype /Widget /FT /Btn /T (yes) /AS /On /Rect [72 500 82 510]',
      '/Subtype /Widget /FT /Btn /T (no) /AS /Off /Rect [72 480 82 490]',
      '/Subtype /Widget /FT /Tx /Ff 8192 /T (pin) /V (1234) /Rect [72 460 172 470]',
    );
    expect(widgets.map(({ name, checked, value }) => [name, checked, value])).toEqual([
      ['yes', true, undefined],
      ['no', false, undefined],
      ['pin', undefined, undefined],
    ]);
  });
});

describe('the outline and the labels', () => {
  it('are stated on the pages that they belong to', async () => {
    const bytes = makePdf({
      pages: [{ content: line('One', 72, 700) }, { content: line('Two', 72, 700) }],
      objects: [
        `<< /First ${FIRST_OBJECT + 1} 0 R /Last ${FIRST_OBJECT + 1} 0 R >>`,
        `<< /Title (Second part) /Dest [1 /XYZ 72 700 0] >>`,
      ],
      catalog: `/Outlines ${FIRST_OBJECT} 0 R /PageLabels << /Nums [0 << /S /r >>] >>`,
    });
    const second = (await extracted(bytes, 2)).raw;
    expect(second.outline).toEqual([{ level: 1, title: 'Second part', y: 92 }]);
    expect(second.label).toBe('ii');
    expect((await extracted(bytes, 1)).raw.outline).toEqual([]);
  });

  it('name slides by their titles, as PowerPoint numbers them', async () => {
    const titles = ['Slide 1: Water', 'Slide 2', 'Folie 3: 12 Wells', 'Slide Number 4', 'Slides: a history'];
    const bytes = makePdf({
      pages: [{ content: line('Water', 72, 700) }],
      objects: [
        `<< /First ${FIRST_OBJECT + 1} 0 R /Last ${FIRST_OBJECT + titles.length} 0 R >>`,
        ...titles.map((title, index) => {
          const next = index + 1 < titles.length ? `/Next ${FIRST_OBJECT + index + 2} 0 R` : '';
          return `<< /Title (${title}) /Dest [0 /Fit] ${next} >>`;
        }),
      ],
      catalog: `/Outlines ${FIRST_OBJECT} 0 R`,
    });
    const { outline } = (await extracted(bytes, 1)).raw;
    expect(outline.map(({ title }) => title)).toEqual(['Water', '12 Wells', 'Slides: a history']);
  });
});
