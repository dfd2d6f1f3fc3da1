import { describe, expect, it } from 'vitest';
import { RUN } from '../../src/layout/model/raw-page.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';
import { extracted, rawOf, texts } from './extracted.ts';

const form = (data: string, entries = '') => ({
  dict: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${entries}`,
  data,
});
const FONT = '/Resources << /Font << /F1 3 0 R >> >>';

describe('marked content', () => {
  it('gives runs their id and marks artifacts', async () => {
    const raw = await rawOf(
      `/P << /MCID 7 >> BDC ${line('text', 72, 700)} EMC /Artifact BMC ${line('12', 300, 30)} EMC`,
    );
    expect(raw.runs.map((run) => [run.text, run.mcid, run.flags])).toEqual([
      ['text', 7, 0],
      ['12', undefined, RUN.artifact],
    ]);
  });

  it('replaces glyphs by the text that the document states for them', async () => {
    const raw = await rawOf(
      `/Span << /ActualText (office) >> BDC ${line('o*ce', 72, 700)} EMC ${line('next', 72, 600)}`,
    );
    expect(texts(raw)).toEqual(['office', 'next']);
  });

  it('replaces what a font takes for white space by a sign that is stated, and leaves spaces alone', async () => {
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${FIRST_OBJECT} 0 R >>`;
    const map = {
      dict: '',
      data: 'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <2E> <0020> endbfchar endcmap',
    };
    const span = (text: string, shown: string): string => `/Span << /ActualText ${text} >> BDC ${shown} Tj EMC`;
    const show = `${span('(.)', '(.)')} ${span('<FEFF0020>', '( )')} (next) Tj ${span('<FEFF002E>', '(.)')}`;
    const raw = await rawOf(
      `BT /F2 12 Tf 72 700 Td <41> Tj ${show} ET`,
      { font: `/F2 ${FIRST_OBJECT + 1} 0 R` },
      { objects: [map, font] },
    );
    expect(
      raw.runs.filter(({ text }) => /^\W$/.test(text)).map(({ text, flags }) => [text, flags & RUN.unmapped]),
    ).toEqual([
      ['.', 0],
      ['.', 0],
    ]);
    expect(raw.runs.filter(({ text }) => text.includes('\uFFFD'))).toEqual([]);
  });

  it('does not believe a replacement that does not fit', async () => {
    const raw = await rawOf(
      `/Span << /ActualText (a whole other story that goes on and on for ever) >> BDC ${line('word', 72, 700)} EMC`,
    );
    expect(texts(raw)).toEqual(['word']);
  });

  it('of a layer that is switched off is not on the page', async () => {
    const raw = await rawOf(
      `/OC /L1 BDC ${line('draft', 72, 700)} EMC ${line('final', 72, 600)}`,
      { resources: `/Properties << /L1 ${FIRST_OBJECT} 0 R >>` },
      {
        objects: ['<< /Type /OCG /Name (Draft) >>'],
        catalog: `/OCProperties << /OCGs [${FIRST_OBJECT} 0 R] /D << /OFF [${FIRST_OBJECT} 0 R] >> >>`,
      },
    );
    expect(texts(raw)).toEqual(['final']);
  });
});

describe('letters that are not painted', () => {
  const picture = {
    dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    data: 'x',
  };
  const sign = (text: string): string => `/Span << /ActualText <FEFF${text}> >> BDC ${line('!', 72, 700)} EMC`;
  const flagsOf = async (content: string): Promise<number[]> => {
    const raw = await rawOf(content, { resources: `/XObject << /Im ${FIRST_OBJECT} 0 R >>` }, { objects: [picture] });
    return raw.runs.map((run) => run.flags);
  };

  it('are seen where a picture of their size shows them, if they are emoji', async () => {
    const shown = 'q 4 0 0 12 72 698 cm /Im Do Q 3 Tr';
    expect(await flagsOf(`${shown} ${sign('2705')}`)).toEqual([0]);
    expect(await flagsOf(`${shown} ${sign('0041')}`)).toEqual([RUN.hidden]);
    expect(await flagsOf(`q 400 0 0 400 0 500 cm /Im Do Q 3 Tr ${sign('2705')}`)).toEqual([RUN.hidden]);
  });
});

describe('forms', () => {
  it('are read in place', async () => {
    const raw = await rawOf(
      'q 1 0 0 1 100 0 cm /Fm Do Q',
      { resources: `/XObject << /Fm ${FIRST_OBJECT} 0 R >>` },
      { objects: [form(line('inside', 72, 700), FONT)] },
    );
    expect(raw.runs[0]).toMatchObject({ text: 'inside', x0: 172 });
  });

  it('that paint themselves end', async () => {
    const raw = await rawOf(
      '/Fm Do',
      { resources: `/XObject << /Fm ${FIRST_OBJECT} 0 R >>` },
      {
        objects: [
          form(
            `${line('once', 72, 700)} /Fm Do`,
            `/Resources << /Font << /F1 3 0 R >> /XObject << /Fm ${FIRST_OBJECT} 0 R >> >>`,
          ),
        ],
      },
    );
    expect(texts(raw)).toEqual(['once']);
  });

  it('are followed to a depth only, and what is left out is counted', async () => {
    const chain = Array.from({ length: 30 }, (_, i) =>
      form('/Fm Do', `/Resources << /XObject << /Fm ${FIRST_OBJECT + i + 1} 0 R >> >>`),
    );
    const page = await extracted(
      makePdf({
        pages: [{ content: `/Fm Do ${line('after', 72, 700)}`, resources: `/XObject << /Fm ${FIRST_OBJECT} 0 R >>` }],
        objects: [...chain, form('')],
      }),
    );
    expect(page.problems.get('form-too-deep')).toBe(1);
    expect(texts(page.raw)).toEqual(['after']);
  });
});

describe('paths', () => {
  it('become rules, whether stroked or filled as thin boxes', async () => {
    const { rules } = await rawOf('2 w 72 700 m 300 700 l S 72 600 228 0.5 re f 100 500 0.7 80 re f');
    expect(rules.map((rule) => [rule.kind, rule.x0, rule.y0, rule.x1, rule.y1, rule.width])).toEqual([
      ['horizontal', 72, 92, 300, 92, 2],
      ['horizontal', 72, 191.75, 300, 191.75, 0.5],
      ['vertical', 100.35, 212, 100.35, 292, 0.7],
    ]);
  });

  it('may be masks of one pixel, as dvips and Ghostscript draw rules', async () => {
    const mask = (bits: string): string =>
      `q 200 0 0 0.5 72 500 cm BI /IM true /W 1 /H 1 /BPC 1 ID ${bits} EI Q ${line('after', 72, 400)}`;
    const { rules, images } = await rawOf(mask('\0'));
    expect(rules.map(({ kind, x0, y0, x1, width }) => [kind, x0, y0, x1, width])).toEqual([
      ['horizontal', 72, 291.75, 272, 0.5],
    ]);
    expect(images).toEqual([]);
    expect((await rawOf(mask('@'))).rules).toHaveLength(1);
    expect((await rawOf(mask('\u00FF'))).rules).toEqual([]);
  });

  it('become boxes with their colours, and a frame is four rules too', async () => {
    const { boxes, rules } = await rawOf('0.9 g 72 600 200 50 re f 1 0 0 RG 72 400 200 50 re S');
    expect(boxes.map(({ fill, stroke }) => [fill, stroke])).toEqual([
      [0xe6e6e6, undefined],
      [undefined, 0xff0000],
    ]);
    expect(rules).toHaveLength(4);
  });

  it('that are curved or slanted become shapes, within the clip', async () => {
    const { shapes } = await rawOf(
      '72 600 100 100 re W n 0 0 1 rg 72 600 m 120 700 200 700 300 600 c f 0 0 m 1000 1000 l S',
    );
    expect(shapes[0]).toMatchObject({ x0: 72, x1: 172, fill: 0x0000ff });
    expect(shapes).toHaveLength(2);
  });

  it('with round corners are known as such, and an ellipse is not', async () => {
    const corners = '80 600 m 192 600 l 196 600 200 604 200 608 c 200 660 l 200 664 196 668 192 668 c';
    const { shapes } = await rawOf(
      `${corners} 80 668 l 76 668 72 664 72 660 c 72 608 l 72 604 76 600 80 600 c S ` +
        '72 500 m 72 478 101 460 136 460 c 171 460 200 478 200 500 c 200 522 171 540 136 540 c 101 540 72 522 72 500 c S',
    );
    expect(shapes.map(({ rounded }) => rounded)).toEqual([true, undefined]);
  });
});

describe('images', () => {
  it('are placed without being decoded', async () => {
    const raw = await rawOf(
      'q 200 0 0 100 72 500 cm /Im Do Q',
      { resources: `/XObject << /Im ${FIRST_OBJECT} 0 R >>` },
      {
        objects: [
          {
            dict: '/Type /XObject /Subtype /Image /Width 640 /Height 320 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
            data: 'no jpeg at all',
          },
        ],
      },
    );
    expect(raw.images).toEqual([
      { id: `${FIRST_OBJECT}R`, x0: 72, y0: 192, x1: 272, y1: 292, pixelWidth: 640, pixelHeight: 320 },
    ]);
  });

  it('within the content are placed too', async () => {
    const { images, runs } = await rawOf(
      `q 20 0 0 20 72 500 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q ${line('after', 72, 400)}`,
    );
    expect(images).toMatchObject([{ x0: 72, pixelWidth: 2 }]);
    expect(runs[0]?.text).toBe('after');
  });
});

describe('content that breaks off', () => {
  it('keeps what came before', async () => {
    const page = await extracted(makePdf({ pages: [{ content: `${line('kept', 72, 700)} ${'1 '.repeat(60)} m` }] }));
    expect(texts(page.raw)).toEqual(['kept']);
    expect(page.problems.get('content-unreadable')).toBe(1);
  });
});

describe('lines', () => {
  const rulesOf = async (content: string): Promise<(string | number)[][]> =>
    (await rawOf(content)).rules.map(({ kind, x0, x1 }) => [kind, Math.round(x0), Math.round(x1)]);

  it('are filled areas with a corner where another line meets them', async () => {
    const border = '205 640 m 205 639.7 l 35.5 639.7 l 35.2 640 l 35 640.3 l 205 640.3 l 205 640 l h f';
    expect(await rulesOf(border)).toEqual([['horizontal', 35, 205]]);
  });

  it('may lean a little where they are long', async () => {
    expect(await rulesOf('100 500 m 100.7 300 l S 100 500 m 104 300 l S')).toEqual([['vertical', 100, 100]]);
  });
});

describe('text outside of a clip', () => {
  const clipped = async (...pieces: string[]) =>
    (await rawOf(`q 72 690 200 20 re W n ${pieces.join(' ')} Q ${line('after', 72, 600)}`)).runs.map(
      ({ text, flags }) => [text, flags & RUN.hidden],
    );

  it('is hidden where nothing of it is seen, and counts again after the clip', async () => {
    expect(await clipped(line('seen', 72, 700), line('below', 72, 640), line('right', 280, 700))).toEqual([
      ['seen', 0],
      ['below', RUN.hidden],
      ['right', RUN.hidden],
      ['after', 0],
    ]);
  });

  it('is text where a part of it is seen', async () => {
    expect(
      await clipped(line('Begins', 60, 700), line('cut', 72, 686), 'BT /F1 12 Tf 0 1 -1 0 90 660 Tm (upwards) Tj ET'),
    ).toEqual([
      ['Begins', 0],
      ['cut', 0],
      ['upwards', 0],
      ['after', 0],
    ]);
  });
});

describe('inline images', () => {
  const shown = async (dict: string, data: string): Promise<string[]> =>
    texts(await rawOf(`${line('before', 72, 700)} q BI ${dict} ID ${data} Q ${line('after', 72, 600)}`));
  const BYTES = `12 EI Q\n${line('painted', 72, 500)}`;

  it('whose bytes look like operators end where their size says', async () => {
    const size = `/H 1 /BPC 8 /CS /G /W ${BYTES.length}`;
    expect(await shown(size, `${BYTES}\nEI`)).toEqual(['before', 'after']);
    const rgb = BYTES.padEnd(Math.ceil(BYTES.length / 6) * 6);
    expect(await shown(`/H 2 /BPC 8 /CS /RGB /W ${rgb.length / 6}`, `${rgb} EI`)).toEqual(['before', 'after']);
    expect(await shown(`/H ${BYTES.length} /IM true /W 7`, `${BYTES}\nEI`)).toEqual(['before', 'after']);
  });

  it('end where their length says, also with a filter', async () => {
    expect(await shown(`/W 9 /H 9 /IM true /F /RL /L ${BYTES.length}`, `${BYTES}\nEI`)).toEqual(['before', 'after']);
  });

  it('whose end is missing end where their size says', async () => {
    expect(await shown('/W 4 /H 2 /BPC 8 /CS /G', '12345678\n')).toEqual(['before', 'after']);
    expect(await shown('/W 4 /H 2 /BPC 8 /CS /G', '1234\nEI')).toEqual(['before', 'after']);
  });
});
