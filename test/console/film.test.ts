import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, hasChromium } from './chromium.ts';
import { LETTER, REPORT, TIDES } from './film-documents.ts';
import { openConsole, type Console } from './open-console.ts';

const folder = process.env['SCRIPTORIUM_SCREENSHOTS'];
const SAMPLE = resolve(import.meta.dirname, '../../docs/sample.pdf');
const SIZE = { width: 1280, height: 820 };

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
      await writeFile(file('tides.md'), TIDES);
      await writeFile(file('sample.pdf'), await readFile(SAMPLE));
    };
    const open = async (name: string): Promise<void> => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 2 }).waitFor();
      await page.locator('.rendered').waitFor();
      await page.evaluate('scrollTo(0, 0)');
    };

    it('shows the way from the key to the keys', async () => {
      await makeFiles();
      await page.goto(console.service.url());
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await shoot('01-sign-in');
      await console.enter(console.service.key());

      const names = ['sample.pdf', 'harbour-report.pdf', 'letter-1911.png', 'tides.md'];
      await page.setInputFiles('#files', names.map(file));
      await page.getByRole('button', { name: 'Start tides.md' }).waitFor();
      await expect.poll(() => page.locator('#staged .start').count()).toBe(names.length);
      await page.getByText('More options').click();
      await shoot('02-options');
      await page.getByText('More options').click();

      await page.getByRole('button', { name: 'Start all' }).click();
      await page.locator('#job-list progress:visible').first().waitFor();
      await page.evaluate('scrollTo(0, 0)');
      await shoot('03-progress');
      await expect.poll(() => page.locator('#job-list .succeeded').count(), { timeout: 120_000 }).toBe(names.length);

      await open('harbour-report.pdf');
      await page.locator('[data-page="1"] .box').first().waitFor({ state: 'attached' });
      await page.mouse.move(5, 5);
      await shoot('04-pages');
      await page.locator('.rendered table').first().hover();
      await page.mouse.wheel(0, 120);
      await page.locator('.box[data-label="Table"].lit').waitFor();
      await shoot('05-block');

      await open('letter-1911.png');
      await page.locator('.box').first().waitFor({ state: 'attached' });
      await page.getByLabel('Rendered document').focus();
      for (const key of ['Tab', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      await page.locator('.box.lit').waitFor();
      await page.evaluate('scrollTo(0, 0)');
      await shoot('06-scan');

      await open('tides.md');
      await page.getByRole('tab', { name: 'Markdown' }).click();
      await shoot('07-markdown');

      await open('harbour-report.pdf');
      await page.getByRole('tab', { name: 'Usage and receipt' }).click();
      await page.getByRole('row', { name: 'Credits charged' }).waitFor();
      await shoot('08-receipt');

      const { key } = (await console.service.admin('POST', '/admin/v1/keys', {
        workspace: 'local',
        scopes: ['documents:read', 'documents:write', 'keys:manage'],
      })) as { key: string };
      await page.getByRole('button', { name: 'Sign out' }).click();
      await console.enter(key);
      await page.getByRole('link', { name: 'Account' }).click();
      await page.locator('#keys tbody tr').first().waitFor();
      await shoot('09-account');

      await page.locator('#account').getByRole('link', { name: 'Close' }).click();
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 430, height: 820 });
      await page.getByRole('link', { name: 'harbour-report.pdf', exact: true }).click();
      await page.locator('.box').first().waitFor({ state: 'attached' });
      await page.locator('.rendered table').first().click();
      await page.locator('.box.lit').waitFor();
      await page
        .locator('.tabs')
        .evaluate((tabs: { scrollIntoView(at: object): void }) => tabs.scrollIntoView({ block: 'start' }));
      await shoot('10-phone');
      expect(console.faults).toEqual([]);
    }, 240_000);
  },
);
