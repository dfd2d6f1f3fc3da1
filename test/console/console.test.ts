import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleAssets } from '../../src/console/assets.ts';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { hasChromium, openBrowser } from './chromium.ts';

const SAMPLE = resolve(import.meta.dirname, '../../docs/sample.pdf');

describe('the console', () => {
  it('weighs less than 150 KiB as it is sent', () => {
    const bytes = [...consoleAssets().values()].reduce((sum, { brotli }) => sum + brotli().length, 0);
    expect(bytes).toBeLessThan(150 * 1024);
  });

  it('sends each file whole', () => {
    for (const { body, brotli } of consoleAssets().values()) expect(brotliDecompressSync(brotli()).equals(body)).toBe(true);
  });
});

describe.skipIf(!hasChromium)('the console in Chromium (apt-get install chromium runs these)', () => {
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;
  let folder: string;
  const faults: string[] = [];
  const shots = process.env['SCRIPTORIUM_SCREENSHOTS'];
  const shoot = async (name: string): Promise<void> => {
    if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-'));
    service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'warn' });
    await service.start();
    browser = await openBrowser();
    page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error' && !/status of (400|401)/.test(message.text())) faults.push(message.text()); });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const convert = async (path: string, name: string): Promise<void> => {
    await page.setInputFiles('#files', path);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name }).waitFor();
    await page.getByRole('button', { name }).click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();
  };

  it('asks for a key and says when it is wrong', async () => {
    await page.goto(service.url());
    await page.getByLabel('API key').fill('scr_live_000000000000000000000000000000000000');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('The API key is not valid.').waitFor();
    await shoot('key');
  });

  it('lets in with a good one and shows the balance', async () => {
    await page.getByLabel('API key').fill(service.key());
    await page.keyboard.press('Enter');
    await page.getByText('local: 10,000 credits').waitFor();
  });

  it('quotes a dropped document, converts it, and shows it rendered beside its pages and beside its Markdown', async () => {
    await page.setInputFiles('#files', SAMPLE);
    await page.getByText('1 page, 1 credit at most').waitFor();
    await shoot('quote');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'sample.pdf' }).click();
    await page.locator('.rendered h1', { hasText: 'Harbour survey 2026' }).waitFor();
    expect(await page.locator('.rendered table tr').count()).toBe(4);
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await shoot('result');
    await page.getByRole('tab', { name: 'Markdown' }).click();
    expect(await page.locator('pre').innerText()).toContain('# Harbour survey 2026');
    expect(await page.locator('.rendered table tr').count()).toBe(4);
    await shoot('result-markdown');
  });

  it('draws only the pages that are looked at', async () => {
    const asked: string[] = [];
    const hear = (request: { url(): string }): void => {
      const found = /\/pages\/(\d+)\.webp$/.exec(request.url());
      if (found) asked.push(found[1]!);
    };
    page.on('request', hear);
    const path = join(folder, 'twenty.pdf');
    await writeFile(path, makeNumberedPdf(20));
    await convert(path, 'twenty.pdf');
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await page.getByRole('group', { name: 'Pages of the document' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('img', { name: 'Page 20 of the document' }).waitFor();
    page.off('request', hear);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).not.toContain('10');
    expect(asked.length).toBeLessThan(8);
  });

  it('shows a document whose pages have no looks beside its Markdown', async () => {
    const path = join(folder, 'plain.txt');
    await writeFile(path, 'A note without looks.');
    await convert(path, 'plain.txt');
    await page.locator('.rendered', { hasText: 'A note without looks.' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Markdown', 'Artifacts', 'Usage and receipt']);
  });

  it('shows artifacts, usage and receipt, by mouse and by arrow keys', async () => {
    await page.getByRole('tab', { name: 'Artifacts' }).click();
    await page.getByText('plain.md').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('settledCredits').waitFor();
    await shoot('receipt');
  });

  it('renders a hostile document without letting its HTML run', async () => {
    const path = join(folder, 'hostile.md');
    await writeFile(path, '# Hostile\n\n<script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'">\n\n[link](javascript:document.title="owned") <a href="javascript:alert(1)">a</a>\n\n<form action="https://example.org"><input></form><iframe src="https://example.org"></iframe>\n');
    await convert(path, 'hostile.md');
    await page.locator('.rendered h1', { hasText: 'Hostile' }).waitFor();
    expect(await page.title()).toBe('Scriptorium');
    expect(await page.locator('.rendered').locator('script, form, iframe, input, img, [onerror], [href^="javascript"]').count()).toBe(0);
  });

  it('names the fault of a bad document', async () => {
    const path = join(folder, 'broken.pdf');
    await writeFile(path, '%PDF-1.7\nnothing of a PDF follows');
    await page.setInputFiles('#files', path);
    await page.locator('#staged .problem, #staged button:has-text("Start")').first().waitFor();
    await shoot('bad');
    expect(await page.locator('#staged').innerText()).toContain('broken.pdf');
  });

  it('shows the API reference, which tries calls on the running service', async () => {
    await page.goto(`${service.url()}/docs`);
    await page.getByText('/api/v1/jobs/{jobId}/cancel').first().waitFor();
    await shoot('reference');
    await page.goto(service.url());
    await page.getByText('local:').waitFor();
  });

  it('had no fault of its own, and broke no policy', () => {
    expect(faults).toEqual([]);
  });

  it('is there in the dark, and on a small screen', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await shoot('dark-small');
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.getByRole('button', { name: 'sample.pdf' }).click();
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await shoot('dark-result');
  });
});
