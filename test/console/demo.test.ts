import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { REPORT } from './film-documents.ts';
import { openConsole, type Console } from './open-console.ts';

const folder = process.env['SCRIPTORIUM_SCREENSHOTS'];
const SIZE = { width: 1280, height: 800 };
const NAME = 'harbour-report.pdf';
/** Puts an arrow at a place, since screenshots have no cursor; above a dialog too. */
const CURSOR = `(x, y) => {
  const svg = 'http://www.w3.org/2000/svg';
  let cursor = document.querySelector('#cursor');
  if (!cursor) {
    cursor = document.createElementNS(svg, 'svg');
    cursor.id = 'cursor';
    const arrow = cursor.appendChild(document.createElementNS(svg, 'path'));
    arrow.setAttribute('d', 'M2 1 L2 19 L6.6 14.9 L9.6 21.4 L12.4 20.1 L9.4 13.8 L15.4 13.6 Z');
    arrow.setAttribute('fill', '#111');
    arrow.setAttribute('stroke', '#fff');
    arrow.setAttribute('stroke-width', '1.4');
    Object.assign(cursor.style, { position: 'fixed', width: '20px', height: '26px', zIndex: '99', pointerEvents: 'none' });
  }
  (document.querySelector('dialog[open]') ?? document.body).append(cursor);
  Object.assign(cursor.style, { left: x + 'px', top: y + 'px' });
}`;
/** A file as it is dragged. */
const DRAGGED = `(bytes, name) => {
  const transfer = new DataTransfer();
  const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  transfer.items.add(new File([data], name, { type: 'application/pdf' }));
  return transfer;
}`;

/** The moving picture of the README: a PDF is dropped on the console, converted, and read beside its page. */
describe.skipIf(!hasChromium || folder === undefined)(
  'a moving picture of the console (SCRIPTORIUM_SCREENSHOTS names its folder)',
  () => {
    let console: Console;
    let page: Console['page'];
    const frames: { readonly picture: Buffer; readonly ms: number }[] = [];
    beforeAll(async () => {
      console = await openConsole({ SCRIPTORIUM_REQUIRE_SIGN_IN: 'false' });
      page = console.page;
      await page.setViewportSize(SIZE);
    });
    afterAll(() => console?.close());

    let at = { x: 700, y: 600 };
    const shoot = async (ms: number): Promise<void> => {
      await page.evaluate(`(${CURSOR})(${at.x}, ${at.y})`);
      frames.push({ picture: await page.screenshot(), ms });
    };
    /** Moves the pointer in a few steps, and waits there. */
    const move = async (x: number, y: number, ms: number): Promise<void> => {
      const from = at;
      for (const part of [0.35, 0.75]) {
        at = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part };
        await shoot(70);
      }
      at = { x, y };
      await page.mouse.move(x, y);
      await shoot(ms);
    };
    const moveTo = async (selector: string, ms: number): Promise<void> => {
      await page.locator(selector).first().scrollIntoViewIfNeeded();
      const box = (await page.locator(selector).first().boundingBox())!;
      await move(box.x + Math.min(box.width / 2, 260), box.y + Math.min(box.height / 2, 60), ms);
    };

    it('shows a PDF that becomes Markdown', async () => {
      const paper = await console.browser.newPage();
      await paper.setContent(REPORT);
      const pdf = await paper.pdf({ format: 'A5' });
      await paper.close();
      await writeFile(join(console.folder, NAME), pdf);
      await page.goto(console.service.url());
      await page.getByRole('heading', { name: 'Convert your first document' }).waitFor();
      await shoot(900);
      await move(560, 380, 250);
      const files = await page.evaluateHandle(`(${DRAGGED})('${pdf.toString('base64')}', '${NAME}')`);
      await page.dispatchEvent('body', 'dragenter', { dataTransfer: files });
      await shoot(500);
      await page.dispatchEvent('body', 'drop', { dataTransfer: files });
      await page.locator('#staged .start:visible').waitFor();
      await shoot(700);
      await moveTo('#staged .start:visible', 250);
      await page.locator('#staged .start:visible').click();
      for (let frame = 0; frame < 4; frame++) await shoot(160);
      await page.locator('#job-list tr[data-status=succeeded]').waitFor();
      await shoot(500);
      await moveTo(`#job-list a:text-is("${NAME}")`, 350);
      await page.getByRole('link', { name: NAME, exact: true }).first().click();
      await page.locator('[data-page="1"] .box').first().waitFor({ state: 'attached' });
      await page.locator('.thumbnail img').first().waitFor();
      await shoot(900);
      await moveTo('.rendered h2', 800);
      await moveTo('.rendered p:nth-of-type(2)', 900);
      await moveTo('.rendered table', 1400);
      await moveTo('[role=tab]:text-is("Markdown")', 150);
      await page.getByRole('tab', { name: 'Markdown' }).click();
      await page.locator('.source > div').first().waitFor();
      await shoot(700);
      await moveTo('.source > div:has-text("| Western channel")', 2600);
      expect(console.faults).toEqual([]);
      const film = await sharp(
        frames.map(({ picture }) => picture),
        { join: { animated: true } },
      )
        .webp({ quality: 82, effort: 6, loop: 0, delay: frames.map(({ ms }) => ms) })
        .toBuffer();
      expect(film.length).toBeLessThan(1_500_000);
      await writeFile(join(folder!, 'demo.webp'), film);
      expect((await sharp(await readFile(join(folder!, 'demo.webp'))).metadata()).pages).toBeGreaterThan(20);
    }, 240_000);
  },
);
