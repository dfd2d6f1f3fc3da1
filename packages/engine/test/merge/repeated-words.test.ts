import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';
import { LINES, page } from '../../../../test/make/running-page.ts';

describe('running lines', () => {
  it('are said once when pages nearby have them too, and their folios never', async () => {
    const pages = [1, 2, 3].map((number) =>
      page(number, (made) => made.lines(72, 100, [`Here is text ${number} of its own.`])),
    );
    const text = await markdownOf(...pages);
    expect(text.match(/Energy use of pumps/gu)).toHaveLength(1);
    expect(text).not.toContain('Page');
  });

  it('are left out when the text says them too', async () => {
    const pages = [1, 2, 3].map((number) =>
      page(number, (made) => {
        if (number === 1) made.text(72, 100, 'Pumps and their energy use', { size: 20 });
        made.lines(72, 140, [`Here is text ${number} of its own.`]);
      }),
    );
    expect(await markdownOf(...pages)).not.toContain('Energy use of pumps');
  });

  it('stand at the end of the document when they are below the pages', async () => {
    const text = await footed((number) => `IBAN XX00 1234 5678 9012 | Page ${number}`);
    expect(text.trimEnd()).toMatch(/text 3 of its own\.\n\nIBAN XX00 1234 5678 9012$/u);
  });

  it('stand behind the paragraph that goes on over the page on which they begin', async () => {
    const texts = [
      [...LINES, ...LINES, LINES[0]!],
      ['pumps that run at night.', ...LINES, 'and the valves.'],
      ['The next year was dry.', ...LINES],
    ];
    const pages = texts.map((lines, index) =>
      page(
        index + 1,
        (made) => {
          if (index > 0) made.text(72, 40, 'Energy Ltd, 7 Pump Road', { size: 8 });
          made.lines(72, 100, lines);
        },
        false,
      ),
    );
    expect(await markdownOf(...pages)).toMatch(/load of the pumps that run at night\.\n\nEnergy Ltd, 7 Pump Road\n/u);
  });

  const footed = (footer: (number: number) => string): Promise<string> =>
    markdownOf(
      ...[1, 2, 3].map((number) => {
        const made = makePage(number);
        made.lines(72, 100, [`Here is text ${number} of its own.`]);
        made.text(72, 760, footer(number), { size: 8 });
        return made.page();
      }),
    );

  it.each([
    [
      'that end with their folio, however long they are',
      (number: number) => `${'Licensed to the keeper '.repeat(4)}v3.0. ${number}`,
    ],
    ['with a folio in Roman numerals after them', (number: number) => `Licensed to the keeper | ${'i'.repeat(number)}`],
    ['with a folio in Roman numerals before them', (number: number) => `${'i'.repeat(number)} Licensed to the keeper`],
  ])('are lines %s', async (_, footer) => {
    const text = await footed(footer);
    expect(text.split('\n').filter((line) => line.startsWith('Licensed to the keeper'))).toHaveLength(1);
    expect(text).not.toMatch(/\b[123ivx]+$/mu);
  });

  it('that are short titles end the document', async () => {
    const pages = [1, 2, 3].map((number) =>
      page(number, (made) => made.lines(72, 100, [`Here is text ${number} of its own.`])),
    );
    expect((await markdownOf(...pages)).trimEnd()).toMatch(/text 3 of its own\.\n\nEnergy use of pumps$/u);
  });

  it('are no long lines whose ends differ by more than the number of the page', async () => {
    const text = await footed((number) => `${'Kept by the keeper '.repeat(5)}${LINES[number - 1]} ${number}`);
    expect(text.match(/Kept by the keeper/gu)).toHaveLength(15);
  });

  it('stay on a page that stands alone', async () => {
    const text = await markdownOf(page(1, (made) => made.lines(72, 100, LINES)));
    expect(text).toContain('Energy use of pumps');
    expect(text).toContain('Page 1');
  });
});
