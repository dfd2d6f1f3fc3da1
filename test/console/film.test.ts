import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, hasChromium } from './chromium.ts';
import { makePdf } from '../make/pdf.ts';
import { LETTER, OTHERS, REPORT, TIDES } from './film-documents.ts';
import { openConsole, type Console } from './open-console.ts';

const folder = process.env['SCRIPTORIUM_SCREENSHOTS'];
const SAMPLE = resolve(import.meta.dirname, '../../docs/sample.pdf');
const SIZE = { width: 1440, height: 900 };

/** The ten pictures of docs/console.md. */
describe.skipIf(!hasChromium || folder === undefined)(
  'a film of the console (SCRIPTORIUM_SCREENSHOTS names its folder)',
  () => {
    let console: Console;
    let page: Console['page'];
    beforeAll(async () => {
      console = await openConsole();
      page = console.page;
      await page.setViewportSize(SIZE);
    });
    afterAll(() => console?.close());

    const shoot = async (name: string): Promise<void> => {
      expect(await accessibilityFaults(page), name).toEqual([]);
      const picture = await page.screenshot();
      await writeFile(
        join(folder!, `console-${name}.png`),
        await sharp(picture).png({ palette: true, effort: 10 }).toBuffer(),
      );
    };
    const file = (name: string): string => join(console.folder, name);
    /** A document as a browser prints it, or shows it. */
    const makeFiles = async (): Promise<void> => {
      const paper = await console.browser.newPage({ viewport: { width: 820, height: 1060 } });
      await paper.setContent(REPORT);
      await paper.pdf({ path: file('harbour-report.pdf'), format: 'A5' });
      await paper.setContent(LETTER);
      await paper.screenshot({ path: file('letter-1911.png') });
      await paper.close();
      const pages = [{ content: 'BT /F1 12 Tf 72 700 Td (Charts of the harbour) Tj ET' }];
      await writeFile(file('charts.pdf'), makePdf({ pages, password: 'kelp' }));
      await writeFile(file('tides.md'), TIDES);
      await writeFile(file('sample.pdf'), await readFile(SAMPLE));
    };
    /** The account after a webhook was tested and a key was made. */
    const account = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Build server');
      await page.getByRole('dialog').getByLabel('Expires').selectOption('In 90 days');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await page.getByRole('button', { name: 'Revoke Build server' }).waitFor();
      const receiver = createServer((_request, response) => response.writeHead(204).end());
      await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
      const { port } = receiver.address() as AddressInfo;
      await page.getByLabel('Receiver of the test').fill(`http://127.0.0.1:${port}/hook`);
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('row', { name: / test .* Delivered 204/ }).waitFor();
      await page.getByLabel('Receiver of the test').fill('');
      receiver.close();
      await page.locator('.created').evaluate((line) => line.remove());
      await page.locator('.toast').evaluateAll((all) => all.forEach((one) => one.remove()));
      await page.locator('#view').evaluate((view) => (view.scrollTop = 0));
    };

    it('shows the way from signing in to the account', async () => {
      await makeFiles();
      await page.goto(console.service.url());
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await shoot('01-sign-in');
      await page.goto(/http\S+#sign-in=\S+/.exec(console.service.said())![0]);
      await page.getByRole('heading', { name: 'Convert your first document' }).waitFor();

      const names = ['sample.pdf', 'harbour-report.pdf', 'letter-1911.png', 'tides.md', 'charts.pdf'];
      await console.add(...names.map(file));
      await expect.poll(() => page.locator('#staged .start:visible').count()).toBe(names.length);
      await page.locator('#options summary').click();
      await shoot('02-new');
      await page.locator('#options summary').click();
      for (const [name, body] of OTHERS) await console.send(name, body);
      await page.getByLabel('Password of charts.pdf').fill('kelp');
      await page.getByRole('button', { name: 'Start all' }).click();
      await expect.poll(() => page.locator('#panel').isVisible(), { timeout: 60_000 }).toBe(false);
      await page.reload();
      await expect
        .poll(() => page.locator('#job-list tr[data-status=succeeded]').count(), { timeout: 120_000 })
        .toBe(names.length + OTHERS.length - 1);
      for (const at of [1, 2, 4]) await page.locator('#job-list .select input').nth(at).check();
      await page.mouse.move(5, 5);
      await shoot('03-jobs');
      await page.keyboard.press('Escape');

      await console.open('harbour-report.pdf');
      await page.locator('[data-page="1"] .box').first().waitFor({ state: 'attached' });
      await page.locator('.thumbnail img').first().waitFor();
      await page.locator('.rendered table').first().hover();
      await page.locator('.box[data-label="Table"].lit').waitFor();
      await shoot('04-result');

      await page.getByRole('tab', { name: 'Markdown' }).click();
      await page.getByRole('button', { name: 'Outline' }).click();
      await page.getByLabel('Find in document').fill('channel');
      await page.locator('.find .count', { hasText: /^1 of/ }).waitFor();
      await page.locator('.source > div', { hasText: '| Western channel' }).hover();
      await page.locator('.box[data-label="Table"].lit').waitFor();
      await shoot('05-markdown');

      await console.open('letter-1911.png');
      await page.locator('.box').first().waitFor({ state: 'attached' });
      await page.getByLabel('Rendered document').focus();
      for (const key of ['Tab', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      await page.locator('.box.lit').waitFor();
      await shoot('06-scan');

      await console.open('soundings.csv');
      await page.getByRole('tab', { name: 'Warnings (1)' }).click();
      await shoot('07-warnings');

      await account();
      await page.setViewportSize({ ...SIZE, height: 1180 });
      await shoot('08-account');

      await page.setViewportSize(SIZE);
      await page.emulateMedia({ colorScheme: 'dark' });
      await console.jobs();
      await page.mouse.move(5, 5);
      await shoot('09-dark');
      await page.setViewportSize({ width: 430, height: 820 });
      await console.open('harbour-report.pdf');
      await page.locator('.box').first().waitFor({ state: 'attached' });
      await page.locator('.rendered table').first().click();
      await page.locator('.box.lit').waitFor();
      await shoot('10-phone');
      expect(console.faults).toEqual([]);
    }, 240_000);
  },
);
