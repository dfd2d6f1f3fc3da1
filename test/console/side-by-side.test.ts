import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../make/pdf.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { hasChromium } from './chromium.ts';
import { openConsole, type Console } from './open-console.ts';

const SAMPLE = resolve(import.meta.dirname, '../../docs/sample.pdf');

const PARAGRAPHS = 12;
/** Each paragraph names its page. */
const LONG = makeTextPdf(
  Array.from({ length: 6 }, (_, page) =>
    Array.from(
      { length: PARAGRAPHS },
      (_, at) =>
        `Paragraph ${at + 1} of page ${page + 1} says what the one before it has said,\nin two lines and in no other words.\n`,
    ).join('\n'),
  ),
);

describe.skipIf(!hasChromium)('text beside its pages, in Chromium', () => {
  let console: Console;
  let page: Console['page'];
  beforeAll(async () => {
    console = await openConsole();
    page = console.page;
    await page.goto(console.service.url());
    await console.enter(console.service.key());
  });
  afterAll(() => console?.close());

  const pages = (): Locator => page.getByRole('group', { name: 'Document pages' });
  const text = (): Locator => page.getByLabel('Rendered document');
  /** The page whose picture covers the middle of its place. */
  const pageInView = (): Promise<number> =>
    pages().evaluate((place) => {
      const { top, height } = place.getBoundingClientRect();
      const figures = [...place.querySelectorAll('figure')];
      return Number(
        figures.findLast((figure) => figure.getBoundingClientRect().top <= top + height / 2)?.dataset['page'],
      );
    });
  /** The words of the paragraph in the middle of the text. */
  const middleOfText = (): Promise<string> =>
    text().evaluate((place) => {
      const { top, height } = place.getBoundingClientRect();
      const blocks = [...place.querySelectorAll('p')];
      return blocks.findLast((block) => block.getBoundingClientRect().top <= top + height / 2)?.textContent ?? '';
    });
  const pageOfText = async (): Promise<number> => Number(/of page (\d)/.exec(await middleOfText())?.[1]);
  /** Whether the paragraph in the middle of the text can be seen on its page. */
  const middleIsInView = async (): Promise<boolean> => {
    const [, paragraph, pageNumber] = /Paragraph (\d+) of page (\d)/.exec(await middleOfText())!;
    const block = (Number(pageNumber) - 1) * PARAGRAPHS + Number(paragraph) - 1;
    return pages().evaluate((place, selector) => {
      const [outer, inner] = [place, place.querySelector(selector)].map((element) => element?.getBoundingClientRect());
      return inner !== undefined && inner.top >= outer!.top && inner.bottom <= outer!.bottom;
    }, `.box[data-block="${block}"]`);
  };
  /** What the boxes are called that are marked. */
  const labels = (): Promise<(string | null)[]> =>
    page
      .locator('.box.lit')
      .evaluateAll((boxes) =>
        boxes.map((box: { getAttribute(name: string): string | null }) => box.getAttribute('data-label')),
      );

  it('shows the box of a block that is pointed at, and the block of a box', async () => {
    await console.convert(SAMPLE, 'sample.pdf');
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await page.locator('.box').first().waitFor();
    await page.locator('.rendered h2', { hasText: '2 Depths' }).hover();
    expect(await labels()).toEqual(['Heading 2']);
    await page.locator('.rendered table').hover();
    expect(await labels()).toEqual(['Table']);
    // Half way down the page, as wide as its text.
    const sheet = (await page.locator('.sheet').boundingBox())!;
    const box = (await page.locator('.box.lit').boundingBox())!;
    expect(box.width / sheet.width).toBeGreaterThan(0.5);
    expect((box.y - sheet.y) / sheet.height).toBeGreaterThan(0.2);
    await console.look('blocks');
    await page.locator('.rendered li', { hasText: 'with the date of the survey' }).last().hover();
    expect(await labels()).toEqual(['List item']);
    await page.locator('.box[data-label="Table"]').hover();
    expect(await page.locator('.rendered .lit').evaluateAll((lit) => lit.map(({ tagName }) => tagName))).toEqual([
      'TABLE',
    ]);
    await page.getByRole('tab', { name: 'Files' }).hover();
    expect(await labels()).toEqual([]);
  });

  it('goes from block to block by the arrow keys, and leaves them by Escape', async () => {
    await text().focus();
    await page.keyboard.press('Tab');
    expect(await labels()).toEqual(['Heading 1']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await labels()).toEqual(['Heading 2']);
    expect(await page.locator(':focus').innerText()).toBe('1 Summary');
    await page.keyboard.press('ArrowUp');
    expect(await page.locator(':focus').innerText()).toContain('What was counted');
    await console.look('blocks-by-keyboard');
    await page.keyboard.press('Escape');
    expect(await labels()).toEqual([]);
    expect(await text().evaluate((place) => place.matches(':focus'))).toBe(true);
  });

  it('scrolls pages with the text, and the text with pages', async () => {
    const path = join(console.folder, 'long.pdf');
    await writeFile(path, LONG);
    await console.convert(path, 'long.pdf');
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await text().hover();
    for (const turn of [1, 2, 3]) {
      await page.mouse.wheel(0, 800);
      await expect.poll(middleIsInView, { message: `turn ${turn}` }).toBe(true);
    }
    expect(await pageInView()).toBeGreaterThan(1);
    await page.getByLabel('Page', { exact: true }).fill('5');
    await page.keyboard.press('Enter');
    await expect.poll(pageOfText).toBe(5);
    await pages().focus();
    await page.keyboard.press('End');
    await expect.poll(pageOfText).toBe(6);
    await text().focus();
    await page.keyboard.press('Home');
    await expect.poll(pageInView).toBe(1);
  });

  it('brings the page of a block into view that is chosen', async () => {
    await page.locator('.rendered p', { hasText: 'Paragraph 4 of page 4' }).click();
    await expect.poll(pageInView).toBe(4);
    await page.locator('.box.lit').waitFor();
    await page.locator('.box').filter({ visible: true }).last().click();
    expect(await page.locator(':focus').innerText()).toContain('Paragraph');
  });

  /** Opens the long document anew while the pictures of these pages are kept back. */
  const openWithout = async (...kept: readonly number[]): Promise<{ release(): void }> => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      (url) => kept.includes(Number(/\/pages\/(\d+)\.webp$/.exec(url.pathname)?.[1])),
      async (route) => {
        await promise;
        await route.continue();
      },
    );
    const asked = page.waitForRequest(/\/pages\/1\.webp$/);
    await page.reload();
    await asked;
    return { release };
  };
  const goTo = async (number: number): Promise<void> => {
    await page.getByLabel('Page', { exact: true }).fill(String(number));
    await page.keyboard.press('Enter');
    await expect.poll(pageInView).toBe(number);
  };

  it('finds a block on a page that left the view and came back while it was drawn', async () => {
    const { release } = await openWithout(4);
    const asked = page.waitForRequest(/\/pages\/4\.webp$/);
    await goTo(4);
    await asked;
    await goTo(6);
    await page.getByRole('img', { name: 'Page 6 of the document' }).waitFor();
    await goTo(4);
    await page.locator('figure[data-page="4"][data-state="asked"]').waitFor();
    release();
    await page.getByRole('img', { name: 'Page 4 of the document' }).waitFor();
    await goTo(1);
    await page
      .locator('.rendered p', { hasText: 'Paragraph 4 of page 4' })
      .evaluate((block) => block.focus({ preventScroll: true }));
    await expect.poll(pageInView).toBe(4);
    await page.unrouteAll();
  });

  it('draws a page that is in view though its small picture left the view', async () => {
    await page.setViewportSize({ width: 1440, height: 420 });
    const { release } = await openWithout(1, 2);
    await goTo(6);
    const thumbnails = page.locator('.thumbnails');
    await thumbnails.locator('[data-thumbnail="6"]').hover();
    await page.mouse.wheel(0, -4000);
    await expect.poll(() => thumbnails.evaluate((list) => list.scrollTop)).toBe(0);
    release();
    await page.getByRole('img', { name: 'Page 6 of the document' }).waitFor();
    await page.unrouteAll();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('scrolls by page markers, and from end to end, where a job has no blocks', async () => {
    for (const markers of ['true', 'false']) {
      const answer = await fetch(
        `${console.service.url()}/convert?pageMarkers=${markers}&fileName=marked-${markers}.pdf`,
        {
          method: 'POST',
          headers: { Authorization: `Bearer ${console.service.key()}`, 'Content-Type': 'application/pdf' },
          body: Buffer.from(LONG),
        },
      );
      expect(answer.status).toBe(200);
      await console.open(`marked-${markers}.pdf`);
      await page.locator('.rendered').waitFor();
      expect(await text().innerText()).not.toContain('<!--');
      await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
      expect(await page.locator('.box').count()).toBe(0);
      await text().focus();
      await page.keyboard.press('End');
      await expect.poll(pageInView).toBe(6);
      await pages().focus();
      await page.keyboard.press('Home');
      await expect.poll(pageOfText).toBe(1);
    }
  });

  it('keeps both in view on a phone and in the dark, and a tap shows the box', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(console.service.url());
    await console.open('sample.pdf');
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await page.locator('.rendered table').click();
    await page.locator('.box.lit').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const [upper, lower] = [(await text().boundingBox())!, (await pages().boundingBox())!];
    expect(lower.y + lower.height - upper.y).toBeLessThan(800);
    await console.look('blocks-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.box[data-label="Table"]').hover();
    await console.look('blocks-dark');
  });

  it('asks for the password of an encrypted document before the start, and for its pages later', async () => {
    const path = join(console.folder, 'locked.pdf');
    const pages_ = [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }];
    await writeFile(path, makePdf({ pages: pages_, password: 'kelp' }));
    await console.add(path);
    await page.getByLabel('Password of locked.pdf').fill('kelp');
    await page.getByRole('button', { name: 'Start locked.pdf' }).click();
    await console.open('locked.pdf');
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    expect(await text().innerText()).toContain('A page under a key');
    // The picture that was drawn is kept; a job of its own has none yet.
    await page.reload();
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    const form = new FormData();
    form.set('file', new Blob([makePdf({ pages: pages_, password: 'sand' })]), 'sent.pdf');
    form.set('password', 'sand');
    const headers = { Authorization: `Bearer ${console.service.key()}` };
    expect((await fetch(`${console.service.url()}/convert`, { method: 'POST', headers, body: form })).status).toBe(200);
    await console.open('sent.pdf');
    await page.getByText('The document is password-protected, and no password was given.').waitFor();
    await console.look('password-of-pages');
    await page.getByLabel('Password of the document').fill('kelp');
    await page.getByRole('button', { name: 'Show pages' }).click();
    await page.getByText('The password does not open the document.').waitFor();
    await page.getByLabel('Password of the document').fill('sand');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    expect(await page.getByLabel('Password of the document').isVisible()).toBe(false);
  });

  it('asks for another password where a job failed for want of one', async () => {
    await console.jobs();
    await console.add(join(console.folder, 'locked.pdf'));
    await page.getByLabel('Password of locked.pdf').fill('wrong');
    await page.getByRole('button', { name: 'Start locked.pdf' }).click();
    const failed = page.locator('#job-list tr[data-status=failed]');
    await failed.getByText('The password does not open the document.').waitFor();
    await console.open('locked.pdf');
    await page.locator('#result').getByLabel('Password of locked.pdf').fill('kelp');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.locator('#result .chip[data-status=succeeded]').waitFor();
    expect(await text().innerText()).toContain('A page under a key');
  });

  it('shows footnotes below their numbers, and leaves what only looks like one as it is', async () => {
    const path = join(console.folder, 'notes.md');
    await writeFile(
      path,
      'A claim.[^1] Another.[^x]\n\n[^1]: The *proof* is long.\n\n    It has two parts.\n\nThe end.\n',
    );
    await console.convert(path, 'notes.md');
    await page.locator('.rendered [data-note] em', { hasText: 'proof' }).waitFor();
    expect(await page.locator('.rendered sup').allInnerTexts()).toEqual(['1', '1']);
    expect(await page.locator('.rendered [data-note] p').count()).toBe(2);
    expect(await text().innerText()).toContain('Another.[^x]');
  });

  it('had no fault of its own, and broke no policy', () => {
    expect(console.faults).toEqual([]);
  });
});
