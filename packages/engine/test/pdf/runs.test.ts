import { describe, expect, it } from 'vitest';
import { RUN } from '../../src/layout/model/raw-page.ts';
import { line } from '../../../../test/make/pdf.ts';
import { rawOf, texts } from './extracted.ts';

describe('the runs of a page', () => {
  it('are words, and know of the white space before them', async () => {
    const { runs } = await rawOf(line('One two', 72, 700));
    expect(runs.map((run) => [run.text, run.space])).toEqual([
      ['One', undefined],
      ['two', true],
    ]);
  });

  it('stand where the letters stand, in points from the top left', async () => {
    const { runs } = await rawOf(line('Hi', 100, 700, 10));
    // Helvetica: H is 722 wide, i 222
    expect(runs[0]).toMatchObject({ x0: 100, x1: 109.44, baseline: 92, size: 10, font: '3R' });
  });

  it('part no word at a space that is written and taken back, as behind a ligature', async () => {
    const raw = await rawOf('BT /F1 10 Tf 72 700 Td [(Informati ) 278 (on for ) 100 (all)] TJ ET');
    expect(raw.runs.map((run) => `${run.space === true ? ' ' : ''}${run.text}`).join('')).toBe('Information for all');
  });

  it('part no word at a space next to nothing between syllables', async () => {
    const raw = await rawOf('BT /F1 10 Tf 72 700 Td [(Ini ) 265 (tial palata ) 293 (lization, 5 ) 265 (m)] TJ ET');
    expect(raw.runs.map((run) => `${run.space === true ? ' ' : ''}${run.text}`).join('')).toBe(
      'Initial palatalization, 5 m',
    );
  });

  it('are cut at gaps that no space fills, and not at kerning', async () => {
    const raw = await rawOf('BT /F1 10 Tf 72 700 Td [(AV) 60 (AT) -300 (next)] TJ ET');
    expect(texts(raw)).toEqual(['AVAT', 'next']);
    expect(raw.runs[1]?.space).toBeUndefined();
  });

  it('are cut between columns and where a style changes', async () => {
    const raw = await rawOf(
      `${line('left', 72, 700)}${line('right', 300, 700)}BT /F1 12 Tf 72 600 Td (plain) Tj 1 0 0 rg (red) Tj ET`,
    );
    expect(texts(raw)).toEqual(['left', 'right', 'plain', 'red']);
    expect(raw.runs[3]?.color).toBe(0xff0000);
  });

  it('are turned with the page', async () => {
    const { runs, width, height } = await rawOf(line('Hi', 100, 700, 10), { entries: '/Rotate 90' });
    expect([width, height]).toEqual([792, 612]);
    expect(runs[0]).toMatchObject({ angle: 90, baseline: 700, y0: 100, y1: 109.44 });
  });

  it('are measured from the crop box', async () => {
    const { runs, width } = await rawOf(line('Hi', 100, 700, 10), { entries: '/CropBox [50 100 550 750]' });
    expect(width).toBe(500);
    expect(runs[0]).toMatchObject({ x0: 50, baseline: 50 });
  });

  it('that lie outside of the page are left out', async () => {
    expect(texts(await rawOf(line('gone', 700, 900) + line('there', 72, 700)))).toEqual(['there']);
  });

  it('tell their angle when the text itself is turned', async () => {
    const { runs } = await rawOf('BT /F1 10 Tf 0 1 -1 0 50 300 Tm (up) Tj ET');
    expect(runs[0]).toMatchObject({ angle: 270, baseline: 50 });
  });

  it('are hidden in render mode 3, in white on white, and under an image that was painted later', async () => {
    const raw = await rawOf(
      `BT 3 Tr /F1 10 Tf 72 700 Td (ocr) Tj ET BT 0 Tr 1 g 72 600 Td (white) Tj ET 0 g ${line('shown', 72, 500)}`,
    );
    expect(raw.runs.map((run) => (run.flags & RUN.hidden) !== 0)).toEqual([true, true, false]);
  });

  it('in white on a dark box are shown', async () => {
    const raw = await rawOf(`0 0 0.5 rg 60 590 200 30 re f 1 g ${line('title', 72, 600)}`);
    expect(raw.runs[0]?.flags).toBe(0);
  });

  it('are bold when letters are filled and outlined, and italic when they lean', async () => {
    const raw = await rawOf(
      'BT 2 Tr /F1 10 Tf 72 700 Td (fat) Tj ET BT 0 Tr /F1 10 Tf 1 0 0.3 1 72 600 Tm (lean) Tj ET',
    );
    expect(raw.runs.map((run) => run.flags)).toEqual([RUN.bold, RUN.italic]);
  });

  it('join an accent with the letter that it is drawn over', async () => {
    // acute of the font, then back over it with the letter, as TeX sets it
    const raw = await rawOf('BT /F1 10 Tf 72 700 Td [(pr\\264) 450 (e) (t)] TJ ET');
    expect(texts(raw)).toEqual(['prét']);
  });

  it('keep an accent that no letter takes', async () => {
    expect(texts(await rawOf('BT /F1 10 Tf 72 700 Td (`x`) Tj ET'))).toEqual(['`x`']);
  });
});
