import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf, makeTextPdf } from '../make/text-pdf.ts';
import { hasChromium } from './chromium.ts';
import { openConsole, type Console } from './open-console.ts';

const SAMPLE = resolve(import.meta.dirname, '../../docs/sample.pdf');

describe.skipIf(!hasChromium)('a result, in Chromium', () => {
  let console: Console;
  let page: Console['page'];
  beforeAll(async () => {
    console = await openConsole({ SCRIPTORIUM_REQUIRE_SIGN_IN: 'false' });
    page = console.page;
    await page.goto(console.service.url());
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => console?.close());
  const look = (name: string): Promise<void> => console.look(name);
  const convert = async (name: string, content: string | Uint8Array): Promise<void> => {
    const path = join(console.folder, name);
    await writeFile(path, content);
    await console.convert(path, name);
  };
  const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');

  it('is shown as text and as Markdown with numbers of lines, beside its pages', async () => {
    await console.convert(SAMPLE, 'sample.pdf');
    await page.locator('.rendered h1', { hasText: 'Harbour survey 2026' }).waitFor();
    expect(await page.locator('.rendered table tr').count()).toBe(4);
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await look('result');
    await page.getByRole('tab', { name: 'Markdown' }).click();
    expect(await page.locator('.source [data-line="1"]').innerText()).toBe('# Harbour survey 2026');
    await look('result-markdown');
  });

  it('marks lines of the Markdown and their places on the page together', async () => {
    await page.locator('.source > div', { hasText: '## 2 Depths' }).hover();
    await page.locator('.box[data-label="Heading 2"].lit').waitFor();
    await page.locator('.box[data-label="Table"]').hover();
    expect(await page.locator('.source .lit').count()).toBe(5);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.locator('.rendered table').hover();
    await page.locator('.box[data-label="Table"].lit').waitFor();
  });

  it('is copied as Markdown and as plain text, and saved', async () => {
    await page.locator('summary', { hasText: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect.poll(clipboard).toMatch(/^# Harbour survey 2026\n/);
    await page.locator('summary', { hasText: 'Copy' }).click();
    await look('copy');
    await page.getByRole('button', { name: 'Copy as plain text' }).click();
    await expect.poll(clipboard).toMatch(/^Harbour survey 2026\n/);
    await page.locator('summary', { hasText: 'Download' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.choices a', { hasText: 'sample.md' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^# Harbour survey 2026\n/);
  });

  it('finds text in it, also across bold words', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('SURVEY');
    const count = page.locator('.find .count');
    await expect.poll(() => count.innerText()).toMatch(/^1 of [2-9]$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => count.innerText()).toMatch(/^2 of/);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => count.innerText()).toMatch(/^1 of/);
    await look('found');
    await page.getByLabel('Find in document').fill('no such words');
    await expect.poll(() => count.innerText()).toBe('None');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Find in document').inputValue()).toBe('');
  });

  it('leads to its headings by an outline', async () => {
    await page.getByRole('button', { name: 'Outline' }).click();
    await page.getByRole('button', { name: '2 Depths' }).click();
    const top = await page.locator('.rendered h2', { hasText: '2 Depths' }).evaluate((heading) => {
      const place = heading.parentElement!;
      return [
        heading.getBoundingClientRect().top - place.getBoundingClientRect().top,
        place.scrollHeight - place.scrollTop - place.clientHeight,
      ];
    });
    // At the top, or as far as the end of the text allows.
    expect(top[0]! < 60 || top[1]! < 2).toBe(true);
    await look('outline');
    await page.getByRole('button', { name: 'Pages', exact: true }).click();
  });

  it('keeps its page when it is made larger, at page 120 of 205 too', async () => {
    await convert('long.pdf', makeNumberedPdf(205));
    const number = page.getByLabel('Page', { exact: true });
    await number.fill('120');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Page 120 of the document' }).waitFor();
    const current = async (): Promise<string> => {
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      return number.inputValue();
    };
    for (let press = 0; press < 3; press++) {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      expect(await current()).toBe('120');
    }
    await page.getByRole('button', { name: 'Zoom out' }).click();
    expect(await current()).toBe('120');
    await page.getByRole('button', { name: 'Fit to width' }).click();
    expect(await current()).toBe('120');
    expect(await page.locator('.zoom').innerText()).toBe('100 %');
    expect(await page.locator('.thumbnails [aria-current]').innerText()).toBe('120');
    await page.getByRole('button', { name: 'Page 119', exact: true }).click();
    await expect.poll(current).toBe('119');
  });

  it('draws only the pages that are looked at', async () => {
    const asked: string[] = [];
    page.on('request', (request: { url(): string }) => {
      const found = /\/pages\/(\d+)\.webp$/.exec(request.url());
      if (found) asked.push(found[1]!);
    });
    await convert('forty.pdf', makeNumberedPdf(40));
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await page.getByRole('group', { name: 'Document pages' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('img', { name: 'Page 40 of the document' }).waitFor();
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).not.toContain('20');
  });

  it('has a divider that is moved by keys and by pointer, and stays where it was put', async () => {
    const line = page.getByRole('separator', { name: 'Width of the pages' });
    const width = async (): Promise<number> => (await page.locator('.page-pane').boundingBox())!.width;
    const before = await width();
    await line.focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(before + 50);
    const box = (await line.boundingBox())!;
    await page.mouse.move(box.x + 3, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x - 300, box.y + 200);
    await page.mouse.up();
    await expect.poll(width).toBeLessThan(before);
    const moved = await width();
    await page.reload();
    await page.locator('.page-pane').waitFor();
    const off = async (from: number): Promise<number> => Math.abs((await width()) - from);
    await expect.poll(() => off(moved)).toBeLessThan(3);
    await line.dblclick();
    await expect.poll(() => off(before)).toBeLessThan(3);
  });

  it('has no pages where a document has no looks, and uses the whole width', async () => {
    await convert('plain.txt', 'A note without looks.');
    await page.locator('.rendered', { hasText: 'A note without looks.' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Text', 'Markdown', 'Files', 'Details']);
    expect(await page.locator('.page-pane').count()).toBe(0);
    await page.getByRole('tab', { name: 'Text' }).press('ArrowLeft');
    await page.getByText('All fields of the receipt').click();
    await page.getByRole('row', { name: 'Settled credits 1', exact: true }).waitFor();
    await look('details');
  });

  it('says in words what a document lacks, and calls a note what is meant to be so', async () => {
    await convert('cells.csv', `Name,Text\nlong,${'x'.repeat(40_000)}\n`);
    await page.getByRole('tab', { name: 'Warnings (1)' }).click();
    await page.getByText('Cut the text of long cells on page 1.').waitFor();
    await look('warnings');
    const lines = (n: number): string =>
      `Harbour report\n\n${Array.from({ length: 20 }, (_, at) => `Line ${at} of page ${n} is about the harbour.`).join('\n')}\n\n${n}\n`;
    await convert('headers.pdf', makeTextPdf([1, 2, 3, 4, 5].map(lines)));
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByText(/^Left out headers, footers and page numbers/).waitFor();
    expect(await page.getByRole('tab', { name: 'Warnings' }).count()).toBe(0);
    await console.jobs();
    const warned = page.locator('#job-list tr', { hasText: 'headers.pdf' }).locator('[data-column=warnings]');
    expect(await warned.innerText()).toBe('');
  });

  it('says that a result is empty', async () => {
    await convert('empty.txt', ' \n');
    await page.getByRole('heading', { name: 'The result is empty' }).waitFor();
    await look('empty');
  });

  it('renders a hostile document without letting its HTML run', async () => {
    await convert(
      'hostile.md',
      '# Hostile\n\n<script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'">\n\n[link](javascript:document.title="owned") <a href="javascript:alert(1)">a</a>\n\n<form action="https://example.org"><input></form><iframe src="https://example.org"></iframe>\n',
    );
    await page.locator('.rendered h1', { hasText: 'Hostile' }).waitFor();
    expect(await page.title()).toBe('hostile.md – Scriptorium');
    expect(await page.locator('.rendered').locator('script, form, iframe, input, img, [onerror]').count()).toBe(0);
    const schemes = "[...document.querySelectorAll('.rendered a')].map((link) => link.protocol)";
    expect(await page.evaluate(schemes)).not.toContain('javascript:');
  });

  it('draws formulas, and leaves prices as they are', async () => {
    await convert(
      'formulas.md',
      'Energy is $E = mc^2$, and lunch is $5 or $6.\n\n$$\\frac{a}{b}$$\n\nA bad one: $\\frac{$ here.\n',
    );
    await page.locator('.rendered math mfrac').waitFor();
    expect(await page.locator('.rendered math').count()).toBe(2);
    expect(await page.locator('.rendered').innerText()).toContain('lunch is $5 or $6.');
    expect(await page.locator('.rendered').innerText()).not.toContain('mc^2');
  });

  it('has an address, of which the back button knows, and the list keeps its focus', async () => {
    const address = page.url();
    expect(address).toMatch(/#\/jobs\/job-/);
    await console.jobs();
    await page.goBack();
    await page.getByRole('heading', { name: 'formulas.md', level: 1 }).waitFor();
    await page.reload();
    await page.locator('.rendered math').first().waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Back to the jobs' }).click();
    await expect.poll(() => page.locator(':focus').innerText()).toBe('formulas.md');
  });

  it('is deleted when told so twice', async () => {
    await console.open('formulas.md');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('#jobs').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'formulas.md', exact: true }).count()).toBe(0);
  });

  it('had no fault of its own, and broke no policy', () => {
    expect(console.faults).toEqual([]);
  });
});
