import { describe, expect, it } from 'vitest';
import { RUN, type RawPage } from '../../src/layout/model/raw-page.ts';
import { layoutPage } from '../../src/layout/page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

/** Prose as a tablet recognizes it: hidden words, each as large and as high as it was written. */
function handwritten(): RawPage {
  const page = makePage();
  const noise = [0, 2.5, -2, 1.5, -3, 3];
  PROSE.forEach((line, row) => {
    let x = 72;
    line.split(' ').forEach((word, at) => {
      const [down, larger] = [noise[(row + at) % 6]!, noise[(row + 3 * at) % 6]!];
      const size = 12 + larger;
      x = page.text(x, 150 + 20 * row + down, word, { size, advance: 6 / size, flags: RUN.hidden }) + 4;
    });
  });
  return page.page();
}

describe('text that is hidden, small or recognized', () => {
  it('drops text that is printed twice for boldness, and hidden text beside visible text', async () => {
    const page = makePage();
    page.text(72, 100, 'Twice');
    page.text(72.3, 100, 'Twice');
    page.text(72, 300, 'secret words', { flags: RUN.hidden });
    page.lines(72, 150, PROSE);
    const text = await markdownOf(page.page());
    expect(text.match(/Twice/g)).toHaveLength(1);
    expect(text).not.toContain('secret');
  });

  it('drops specks, but reads a drawing that was scaled down', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    page.lines(72, 150, ['see what is hidden here', 'in letters that nobody sees'], { size: 1 });
    expect(await markdownOf(page.page())).not.toContain('hidden');
    const drawing = makePage();
    for (const y of [100, 300, 500]) drawing.text(72, y, `step at ${y}`, { size: 1.5 });
    expect(await markdownOf(drawing.page())).toContain('step at 300');
  });

  it('keeps hidden text when it is all there is: the text layer of a scan', async () => {
    const page = makePage();
    page.lines(72, 150, PROSE, { flags: RUN.hidden });
    expect(await markdownOf(page.page())).toContain('Each reservoir');
  });

  it('reads the words of a recognized line as one, though each has a size and a baseline of its own, and says so', async () => {
    const page = handwritten();
    expect(await markdownOf(page)).toBe(`${PROSE.join(' ')}\n`);
    expect(layoutPage(page).warnings).toEqual([{ kind: 'handwriting', count: 1 }]);
    const scan = { id: 'scan', x0: 0, y0: 0, x1: 612, y1: 792, pixelWidth: 1700, pixelHeight: 2200 };
    expect(layoutPage({ ...page, images: [scan] }).warnings).toBeUndefined();
  });

  it('keeps the marks of notes in recognized lines', async () => {
    const page = makePage();
    const end = page.text(72, 150, 'The river rose', { flags: RUN.hidden });
    const mark = page.text(end + 0.2, 146.5, '2', { size: 6, flags: RUN.hidden });
    page.text(mark + 3, 150, 'metres in a day and fell again', { flags: RUN.hidden });
    expect(await markdownOf(page.page())).toContain('rose<sup>2</sup> metres');
  });
});
