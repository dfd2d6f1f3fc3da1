import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

const BODY = [
  'we thank you for your enquiry and offer you the plant that is described below for use in your works.',
  'The time of delivery is twelve weeks from the day on which we have your order in writing in our office.',
];

const paragraphs = async (page: PageMaker): Promise<string[]> => (await markdownOf(page.page())).trim().split('\n\n');

describe('letters', () => {
  it('reads labels and values beside an address before the salutation below it', async () => {
    const page = makePage();
    page.lines(72, 100, ['Frau', 'Katrin Lehmann', 'Gartenweg 7', '04109 Leipzig']);
    const pairs = [
      ['Rechnungs-Nr.', '2025-0117'],
      ['Kunden-Nr.', 'K-2203'],
      ['Datum', '14.03.2025'],
    ] as const;
    pairs.forEach(([label, value], index) => {
      page.text(360, 100 + index * 14, label);
      endsAt(page, [540, 100 + index * 14], value);
    });
    page.text(72, 174, 'Dear Ms Vogel,');
    page.lines(72, 198, BODY);
    const text = (await paragraphs(page)).join(' ');
    expect(text.indexOf('14.03.2025')).toBeLessThan(text.indexOf('Dear'));
  });

  it.each(['Dear Applicant:', 'Provost Moore:'])(
    'reads labels beside an address that end lower before %s',
    async (line) => {
      const page = makePage();
      page.lines(72, 100, ['Department of the Treasury', 'Office of Appeals', 'Cincinnati']);
      ['Date:', 'April 1', 'Number:', '41-3001586', 'Person to contact:', 'Ms Thomas'].forEach((text, index) => {
        page.text(400, 98 + index * 13, text, { size: 9, bold: index % 2 === 0 });
      });
      page.text(72, 186, line);
      page.lines(72, 204, BODY);
      const text = (await paragraphs(page)).join(' ');
      expect(text.indexOf('Ms Thomas')).toBeGreaterThan(0);
      expect(text.indexOf('Ms Thomas')).toBeLessThan(text.indexOf(line));
    },
  );

  it('reads a name before the block of lines beside it', async () => {
    const page = makePage();
    page.text(72, 90, 'Fernhill Studio', { size: 18, bold: true });
    page.lines(420, 70, ['Fernhill Studio Ltd', '14 Canal Row', 'Leeds LS1 4DY', 'hello at fernhill']);
    page.lines(72, 180, BODY);
    const text = (await paragraphs(page)).join('\n');
    expect(text.indexOf('# Fernhill Studio')).toBe(0);
    expect(text).toContain('Fernhill Studio Ltd 14 Canal Row Leeds LS1 4DY hello at fernhill');
  });

  it('leaves the salutation alone, and makes no heading of who signs', async () => {
    const page = makePage();
    page.text(72, 60, 'Offer of a filling plant', { size: 16, bold: true });
    page.text(72, 100, 'Dear Ms Vogel,');
    page.lines(72, 126, BODY);
    page.text(72, 176, 'Yours sincerely,');
    page.text(72, 220, 'Eleanor Fern', { bold: true });
    page.text(72, 232, 'Director');
    const text = await paragraphs(page);
    expect(text[1]).toBe('Dear Ms Vogel,');
    expect(text.filter((line) => line.startsWith('#'))).toHaveLength(1);
  });
});

describe('initials over several lines', () => {
  it('begin the word beside their first line', async () => {
    const page = makePage();
    page.text(72, 122, 'O', { size: 34, advance: 0.6 });
    page.lines(95, 100, [
      'n a cold morning in March the bridge across the',
      'river was opened by the mayor in front of some',
    ]);
    page.lines(72, 124, [
      'three hundred people who had waited in the rain since',
      'eight, as the council had asked them to do in May.',
    ]);
    expect(await markdownOf(page.page())).toMatch(
      /^On a cold morning in March the bridge across the river was opened by the mayor in front of some three hundred/,
    );
  });
});

describe('a figure in large digits', () => {
  it('is read before the first of the small lines that explain it', async () => {
    const page = makePage();
    page.lines(72, 60, BODY);
    page.text(72, 142, '75%', { size: 24, bold: true, advance: 0.5 });
    page.lines(113, 131, ['of load is free to', 'choose who sells it'], { size: 8 });
    page.lines(72, 180, BODY);
    expect(await paragraphs(page)).toContain('75% of load is free to choose who sells it');
  });
});

describe('code', () => {
  it('keeps its aligned columns on a background, and what stands between two of these', async () => {
    const page = makePage();
    const typed = { mono: true, advance: 0.6, space: 6, size: 9 };
    page.lines(72, 60, BODY);
    page.box({ x0: 70, x1: 500, y0: 100, y1: 132 }, 0xf0f0f0);
    ['status', 'start UNIT'].forEach((name, index) => {
      page.text(75, 111 + index * 12, name, typed);
      page.text(210, 111 + index * 12, index === 0 ? 'show what runs' : 'start a unit', typed);
    });
    page.text(72, 150, 'Example:', { bold: true });
    page.box({ x0: 70, x1: 500, y0: 160, y1: 204 }, 0xf0f0f0);
    [
      ['NAME', 'STATE', 'PID'],
      ['web', 'running', '4121'],
      ['mail', 'stopped', '-'],
    ].forEach((row, r) => row.forEach((text, c) => page.text(75 + c * 81, 171 + r * 12, text, typed)));
    const markdown = await markdownOf(page.page());
    expect(markdown).not.toContain('|');
    expect(markdown).toMatch(/```\n ?status {5,}\s*show what runs\n ?start UNIT +start a unit\n```/);
    expect(markdown).toContain('**Example:**');
    expect(markdown).toMatch(/web {4,}running {4,}4121/);
  });
});

describe('versions of releases', () => {
  it('are headings where they stand above what was changed', async () => {
    const page = makePage();
    page.text(72, 60, 'Changes', { size: 20, bold: true });
    ['4.1.0', '4.0.2'].forEach((version, index) => {
      page.text(72, 100 + index * 60, version, { bold: true });
      page.lines(72, 116 + index * 60, BODY);
    });
    const markdown = await markdownOf(page.page());
    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      '# Changes',
      expect.stringMatching(/^#+ 4\.1\.0$/),
      expect.stringMatching(/^#+ 4\.0\.2$/),
    ]);
  });
});

describe('fractions within a line', () => {
  it('are written with a slash, in parentheses where more follows', async () => {
    const page = makePage();
    const end = page.text(72, 100, 'The energy is E =');
    page.text(end + 6, 95, '1', { size: 7 });
    page.horizontal(97.5, end + 5, end + 11);
    page.text(end + 6, 106, '2', { size: 7 });
    page.text(end + 12, 100, 'mv of the body.');
    expect(await markdownOf(page.page())).toContain('E = (1/2)mv of the body.');
  });
});

describe('the words of a drawing without a frame', () => {
  it('are read in rows above its caption, and are no headings', async () => {
    const page = makePage();
    page.lines(72, 60, BODY);
    for (const [index, label] of ['Mathematics', 'History'].entries()) {
      const y = 120 + index * 20;
      page.text(72, y, label, { size: 8, bold: true });
      page.box({ x0: 130, x1: 240 - index * 40, y0: y - 8, y1: y }, 0x336699);
      page.text(246 - index * 40, y, `${63 - index * 20}`, { size: 8 });
    }
    page.box({ x0: 130, x1: 150, y0: 152, y1: 160 }, 0x336699);
    page.text(72, 178, 'Figure 1: Results in points', { size: 8 });
    page.lines(72, 210, BODY);
    const text = await paragraphs(page);
    expect(text).toContain('Figure 1: Results in points');
    expect(text.join('\n')).toMatch(/Mathematics\W+63\n+\W*History\W+43\n/);
    expect(text.filter((line) => line.startsWith('#'))).toEqual([]);
  });
});

describe('a schedule', () => {
  it('is a table without a header, by the times in its first column', async () => {
    const page = makePage();
    const rows = [
      ['9:00–9:45', 'Opening', 'Ruth Fischer'],
      ['10:00–10:30', 'Break', 'Anna Moreau'],
      ['11:00–11:45', 'Results of the year', 'Jonas Weber'],
      ['12:00–12:30', 'Questions', 'Piotr Okafor'],
    ];
    rows.forEach((row, r) => row.forEach((text, c) => page.text(72 + c * 150, 100 + r * 14, text)));
    expect(await markdownOf(page.page())).toContain('| 10:00–10:30 | Break | Anna Moreau |');
  });
});

it('reads a paragraph of a typed letter as text though it names sections by their letters', async () => {
  const typed = { mono: true, advance: 0.6, space: 6 };
  const page = makePage();
  page.lines(72, 100, PROSE, typed);
  page.lines(
    72,
    160,
    ['We thank you for what you sent to us in March, and', 'ask you to keep this notice with your records.'],
    typed,
  );
  const sections = [
    'The forms are those of Section 501(c)(3) of the Code;',
    'others are those of Section 501(a) of it, and of 507(b).',
  ];
  page.lines(72, 210, sections, typed);
  expect(await markdownOf(page.page())).toContain(`${sections.join(' ')}\n`);
});

describe('the date of a letter', () => {
  it('is no line of what begins below it at the left', async () => {
    const page = makePage();
    endsAt(page, [540, 100], 'May 4, 2022');
    page.lines(72, 113, ['Office of Lights and Buoys', 'Center for Harbours and Piers']);
    page.lines(72, 190, BODY);
    expect((await paragraphs(page)).slice(0, 2)).toEqual([
      'May 4, 2022',
      expect.stringContaining('Office of Lights') as string,
    ]);
  });

  it('is read where it stands below the logo, before the address that begins lower', async () => {
    const page = makePage();
    page.lines(72, 60, ['The Light Company', '12 Pier Street', 'Cold Bay 99571']);
    page.text(470, 122, '25 October 2023');
    page.lines(72, 150, ['Darlene Gore', 'Manager of Lights', 'Harbour Office']);
    page.text(72, 220, 'Subject: Letter about the lights');
    page.lines(72, 250, BODY);
    const images = [{ id: 'logo', x0: 470, y0: 50, x1: 540, y1: 100, pixelWidth: 70, pixelHeight: 50 }];
    const text = await markdownOf({ ...page.page(), images });
    expect(text.indexOf('25 October 2023')).toBeLessThan(text.indexOf('Darlene Gore'));
  });
});

it('ends the paragraph of a salutation, though the sentence goes on in small letters', async () => {
  const page = makePage();
  page.text(72, 100, 'Sehr geehrter Herr Vogel,');
  page.lines(72, 112, BODY);
  expect((await paragraphs(page))[0]).toBe('Sehr geehrter Herr Vogel,');
});

it('reads bullets between the parts of a line as signs of that line', async () => {
  const page = makePage();
  const rows = [
    ['Hartmann and Sons', '●', '12 Industry Road'],
    ['Court of Stutgart', '●', '70565 Stuttgart'],
    ['Telephone 0711 99', '●', 'Mail to the office'],
  ];
  for (const [row, words] of rows.entries()) {
    let x = 72;
    for (const word of words) x = page.text(x, 100 + row * 12, word, { advance: 0.5, space: 5 }) + 12;
  }
  const text = await markdownOf(page.page());
  expect(rows.map((words) => text.includes(words.join(' ')))).toEqual([true, true, true]);
});
