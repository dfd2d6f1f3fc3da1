import { describe, expect, it } from 'vitest';
import { FIRST_OBJECT, line, makePdf, type PdfStream } from '../../../../test/make/pdf.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const FONT = '/Resources << /Font << /F1 3 0 R >> >>';
const appearance = (data: string, height = 20): PdfStream => ({
  dict: `/Type /XObject /Subtype /Form /BBox [0 0 200 ${height}] ${FONT}`,
  data,
});
const EMPTY = appearance('/Tx BMC EMC');

interface Form {
  /** Widgets with their places on the page. */
  readonly widgets: readonly string[];
  readonly objects?: readonly (string | PdfStream)[];
  readonly labels?: readonly [text: string, x: number, y: number][];
  readonly needsAppearances?: boolean;
}

/** The paragraphs of a form below a sentence. */
async function read({ widgets, objects = [], labels = [['Name', 72, 600]], needsAppearances = false }: Form) {
  const content = labels.map(([text, x, y]) => line(text, x, y)).join('');
  const bytes = makePdf({
    pages: [
      {
        content: line('Please fill in the form, and return it to the office of the council by May.', 72, 700) + content,
        entries: `/Annots [${widgets.map((widget) => `<< /Type /Annot /Subtype /Widget ${widget} >>`).join(' ')}]`,
      },
    ],
    objects,
    catalog: `/AcroForm << /Fields [] ${needsAppearances ? '/NeedAppearances true' : ''} >>`,
  });
  const { markdown } = await readDocument(makeSource(bytes, 'form.pdf'));
  return markdown.replaceAll(/^#+ /gmu, '').trimEnd().split('\n\n').slice(1);
}

const joined = async (form: Form): Promise<string> => (await read(form)).join(' ');

const RECT = '/Rect [200 594 400 614]';
const AP = `/AP << /N ${FIRST_OBJECT} 0 R >>`;

describe('the value of a field', () => {
  it.each<[string, Form, string]>([
    ['that nothing draws', { widgets: [`/FT /Tx /T (n) /V (Maria) ${RECT}`] }, 'Name Maria'],
    [
      'whose appearance is empty',
      { widgets: [`/FT /Tx /T (n) /V (Maria) ${RECT} ${AP}`], objects: [EMPTY] },
      'Name Maria',
    ],
    [
      'whose appearance is stale',
      {
        widgets: [`/FT /Tx /T (n) /V (New) ${RECT} ${AP}`],
        objects: [appearance(line('Old', 2, 5))],
        needsAppearances: true,
      },
      'Name New',
    ],
    [
      'that is drawn otherwise',
      { widgets: [`/FT /Tx /T (n) /V (5) ${RECT} ${AP}`], objects: [appearance(line('5.00 EUR', 2, 8))] },
      'Name 5.00 EUR',
    ],
    [
      'of a comb',
      {
        widgets: [`/FT /Tx /Ff ${1 << 24} /MaxLen 4 /T (n) /V (1234) ${RECT} ${AP}`],
        objects: [appearance([1, 2, 3, 4].map((digit) => line(String(digit), 25 * digit, 5)).join(''))],
      },
      'Name 1234',
    ],
    [
      'that is chosen',
      { widgets: [`/FT /Ch /Ff ${1 << 17} /T (n) /V (de) /Opt [[(de) (Germany)] [(fr) (France)]] ${RECT}`] },
      'Name Germany',
    ],
    [
      'of a list, of which its appearance draws all options',
      {
        widgets: [`/FT /Ch /T (n) /V [(r) (b)] /Opt [[(r) (Red)] [(g) (Green)] [(b) (Blue)]] ${RECT} ${AP}`],
        objects: [appearance(line('Red', 2, 14, 6) + line('Green', 2, 8, 6) + line('Blue', 2, 2, 6))],
      },
      'Name Red, Blue',
    ],
    [
      'of a signature that shows nothing',
      { widgets: [`/FT /Sig /T (n) /V << /Name (Anna Example) /M (D:20240505120000Z) >> ${RECT}`] },
      'Name Anna Example, 2024-05-05',
    ],
  ])('%s stands behind its label', async (_, form, expected) => {
    expect(await read(form)).toEqual([expected]);
  });

  it('of many lines keeps within its field', async () => {
    const words = 'The first line of a long comment that does not fit in one line of the field, and so goes on.';
    const form = { widgets: [`/FT /Tx /Ff 4096 /T (n) /DA (/F1 9 Tf) /V (${words}) /Rect [72 520 272 590]`] };
    expect((await read(form)).join(' ')).toBe(`Name ${words}`);
  });

  it('stays in its column where a row has several', async () => {
    const widgets = [200, 300, 400].map((x, i) => `/FT /Tx /T (n${i}) /V (${i}) /Rect [${x} 594 ${x + 80} 614]`);
    expect((await read({ widgets })).join(' ')).toMatch(/^(?:\| )?Name(?: \|)? 0 (?:\| )?1 (?:\| )?2/u);
  });
});

describe('check boxes and radio buttons', () => {
  const box = (y: number, state: string): string =>
    `/FT /Btn ${state} /Rect [450 ${y - 2} 462 ${y + 10}] /AP << /N << /Yes ${FIRST_OBJECT} 0 R /Off ${FIRST_OBJECT} 0 R >> >>`;
  const boxes = (...states: string[]): Form => ({
    widgets: states.map((state, index) => box(600 - 30 * index, `/T (b${index}) ${state}`)),
    labels: states.map((_, index) => [`I agree to rule ${index}`, 72, 600 - 30 * index]),
    objects: [EMPTY],
  });

  it('stand behind their text, however far they are', async () => {
    expect(await joined(boxes('/AS /Yes /V /Yes', '/AS /Off'))).toBe('I agree to rule 0 ☒ I agree to rule 1 ☐');
  });

  it('are as their values say where no state is shown, or a stale one', async () => {
    expect(await joined(boxes('/V /Yes', '/V /Other', '/V /Off'))).toBe(
      'I agree to rule 0 ☒ I agree to rule 1 ☐ I agree to rule 2 ☐',
    );
    expect(await joined({ ...boxes('/AS /Off /V /Yes', '/AS /Off'), needsAppearances: true })).toBe(
      'I agree to rule 0 ☒ I agree to rule 1 ☐',
    );
  });
});

describe('text that an annotation strikes', () => {
  it('is struck', async () => {
    const bytes = makePdf({
      pages: [
        {
          content: line('The rent is 900 euros', 72, 700),
          entries:
            '/Annots [<< /Subtype /StrikeOut /Rect [72 697 200 711] /QuadPoints [132 710 152 710 132 698 152 698] >>]',
        },
      ],
    });
    expect((await readDocument(makeSource(bytes, 'struck.pdf'))).markdown).toContain('is ~~900~~ euros');
  });
});
