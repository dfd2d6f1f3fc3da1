import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleAssets } from '../../src/console/assets.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { hasChromium } from './chromium.ts';
import { openConsole, type Console } from './open-console.ts';

const SAMPLE = resolve(import.meta.dirname, '../../docs/sample.pdf');

describe('the console', () => {
  it('weighs less than 150 KiB as it is sent, but for what a document with formulas and a ZIP need', () => {
    const bytes = [...consoleAssets()]
      .filter(([path]) => !/katex|fflate/.test(path))
      .reduce((sum, [, { brotli }]) => sum + brotli().length, 0);
    expect(bytes).toBeLessThan(150 * 1024);
  });

  it('sends each file whole', () => {
    for (const { body, brotli } of consoleAssets().values())
      expect(brotliDecompressSync(brotli()).equals(body)).toBe(true);
  });
});

describe.skipIf(!hasChromium)('the console in Chromium (apt-get install chromium runs these)', () => {
  let console: Console;
  let service: Console['service'];
  let page: Console['page'];
  let folder: string;
  beforeAll(async () => {
    console = await openConsole();
    ({ service, page, folder } = console);
  });
  afterAll(() => console?.close());
  const look = (name: string): Promise<void> => console.look(name);
  const convert = (path: string, name: string): Promise<void> => console.convert(path, name);

  it('asks for a key and says when it is wrong', async () => {
    await page.goto(service.url());
    await page.getByLabel('API key').fill('scr_live_000000000000000000000000000000000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The API key is invalid.').waitFor();
    await look('key');
    expect(await page.getByRole('heading', { name: 'Jobs' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false);
  });

  it('lets in with a good one and shows the balance', async () => {
    await page.getByLabel('API key').fill(service.key());
    await page.keyboard.press('Enter');
    await page.getByText('local: 10,000 credits').waitFor();
  });

  it('quotes a dropped document, converts it, and shows it rendered beside its pages and beside its Markdown', async () => {
    await page.setInputFiles('#files', SAMPLE);
    await page.getByText('1 page, up to 1 credit', { exact: true }).waitFor();
    await look('quote');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'sample.pdf', exact: true }).click();
    await page.locator('.rendered h1', { hasText: 'Harbour survey 2026' }).waitFor();
    expect(await page.locator('.rendered table tr').count()).toBe(4);
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await look('result');
    await page.getByRole('tab', { name: 'Markdown' }).click();
    expect(await page.locator('pre').innerText()).toContain('# Harbour survey 2026');
    expect(await page.locator('.rendered table tr').count()).toBe(4);
    await look('result-markdown');
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
    await page.getByRole('group', { name: 'Document pages' }).focus();
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
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'plain.md' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('A note without looks.');
    await page.getByRole('tab', { name: 'Artifacts' }).press('ArrowRight');
    await page.getByText(/^1 credit was charged for page 1 on .*20\d\d.*\.$/).waitFor();
    await page.getByText('All fields of the receipt').click();
    await page.getByRole('row', { name: 'Settled credits 1', exact: true }).waitFor();
    await look('receipt');
  });

  it('says in words what a document lacks', async () => {
    const path = join(folder, 'long.csv');
    await writeFile(path, `Name,Text\nlong,${'x'.repeat(40_000)}\n`);
    await convert(path, 'long.csv');
    await page.getByRole('tab', { name: 'Warnings (1)' }).click();
    await page.getByRole('row', { name: 'Cut the text of long cells on page 1. 1 1' }).waitFor();
    await look('warnings');
  });

  it('renders a hostile document without letting its HTML run', async () => {
    const path = join(folder, 'hostile.md');
    await writeFile(
      path,
      '# Hostile\n\n<script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'">\n\n[link](javascript:document.title="owned") <a href="javascript:alert(1)">a</a>\n\n<form action="https://example.org"><input></form><iframe src="https://example.org"></iframe>\n',
    );
    await convert(path, 'hostile.md');
    await page.locator('.rendered h1', { hasText: 'Hostile' }).waitFor();
    expect(await page.title()).toBe('Scriptorium');
    expect(await page.locator('.rendered').locator('script, form, iframe, input, img, [onerror]').count()).toBe(0);
    const schemes = "[...document.querySelectorAll('.rendered a')].map((link) => link.protocol)";
    expect(await page.evaluate(schemes)).not.toContain('javascript:');
  });

  it('names the fault of a bad document', async () => {
    const path = join(folder, 'broken.pdf');
    await writeFile(path, '%PDF-1.7\nnothing of a PDF follows');
    await page.setInputFiles('#files', path);
    await page.locator('#staged .problem, #staged button:has-text("Start")').first().waitFor();
    await look('bad');
    expect(await page.locator('#staged').innerText()).toContain('broken.pdf');
  });

  it('waits for the price of a document that takes long to read', async () => {
    let asked = 0;
    await page.route('**/api/v1/quotes', (route) =>
      asked++ === 0
        ? route.fulfill({
            status: 503,
            headers: { 'Retry-After': '2' },
            json: { error: 'Later.', code: 'unavailable' },
          })
        : route.continue(),
    );
    const path = join(folder, 'long.txt');
    await writeFile(path, 'A long text.');
    await page.setInputFiles('#files', path);
    await page.locator('#staged li', { hasText: '1 page, up to 1 credit' }).waitFor();
    expect(asked).toBe(2);
    await page.getByRole('button', { name: 'Remove long.txt' }).click();
    await page.unroute('**/api/v1/quotes');
  });

  it('starts all that are ready', async () => {
    const paths = await Promise.all(
      [1, 2].map(async (number) => {
        const path = join(folder, `note-${number}.txt`);
        await writeFile(path, `Note ${number}.`);
        return path;
      }),
    );
    await page.setInputFiles('#files', paths);
    await page.getByRole('button', { name: 'Start all' }).click();
    for (const number of [1, 2]) await page.getByRole('link', { name: `note-${number}.txt`, exact: true }).waitFor();
    expect(await page.locator('#staged', { hasText: 'note-' }).count()).toBe(0);
  });

  it('has an address for each job, of which the back button knows', async () => {
    await page.getByRole('link', { name: 'note-1.txt', exact: true }).click();
    await page.getByRole('heading', { name: 'note-1.txt', level: 2 }).waitFor();
    const address = page.url();
    expect(address).toMatch(/#\/jobs\/job-/);
    await page.getByRole('link', { name: 'note-2.txt', exact: true }).click();
    await page.getByRole('heading', { name: 'note-2.txt', level: 2 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'note-1.txt', level: 2 }).waitFor();
    expect(page.url()).toBe(address);
    await page.reload();
    await page.locator('.rendered', { hasText: 'Note 1.' }).waitFor();
  });

  it('converts with the options that are chosen before the start', async () => {
    await page.setInputFiles('#files', join(folder, 'twenty.pdf'));
    await page.getByText('More options').click();
    await page.getByLabel('First page').fill('3');
    await page.getByLabel('Last page').fill('4');
    await page.getByLabel('Bold and italic').selectOption('Left out');
    await look('options');
    await page.getByLabel('OCR languages').fill('not a language');
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page.locator('#staged .problem', { hasText: 'ocrLanguages' }).waitFor();
    await page.getByLabel('OCR languages').fill('');
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page.locator('#job-list').getByText('2 of 20 pages converted.', { exact: true }).waitFor();
    for (const name of ['First page', 'Last page']) await page.getByLabel(name).fill('');
    await page.getByText('More options').click();
  });

  it('finds jobs by name and status, and saves what is found as one ZIP', async () => {
    await page.getByLabel('Search jobs by name').fill('NOTE-');
    await expect.poll(() => page.locator('#job-list li').count()).toBe(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download results as ZIP' }).click(),
    ]);
    const files = unzipSync(await readFile(await download.path()));
    expect(Object.keys(files).sort()).toEqual(['note-1.txt/note-1.md', 'note-2.txt/note-2.md']);
    expect(Buffer.from(files['note-2.txt/note-2.md']!).toString()).toBe('Note 2.\n');
    await page.getByLabel('Show jobs by status').selectOption('failed');
    await page.getByText('No job matches.').waitFor();
    await look('search');
    await page.getByLabel('Search jobs by name').fill('');
    await page.getByLabel('Show jobs by status').selectOption('');
  });

  it('deletes results when told so twice, and runs the job again', async () => {
    await page.getByRole('link', { name: 'note-2.txt', exact: true }).click();
    await page.getByRole('heading', { name: 'note-2.txt', level: 2 }).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('#job-list .expired').waitFor();
    expect(await page.locator('#result').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'note-2.txt', exact: true }).click();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.locator('.rendered', { hasText: 'Note 2.' }).waitFor();
    expect(await page.getByRole('link', { name: 'note-2.txt', exact: true }).count()).toBe(2);
  });

  it('draws formulas, and leaves prices as they are', async () => {
    const path = join(folder, 'formulas.md');
    await writeFile(
      path,
      'Energy is $E = mc^2$, and lunch is $5 or $6.\n\n$$\\frac{a}{b}$$\n\nA bad one: $\\frac{$ here.\n',
    );
    await convert(path, 'formulas.md');
    await page.locator('.rendered math mfrac').waitFor();
    expect(await page.locator('.rendered math').count()).toBe(2);
    expect(await page.locator('.rendered').innerText()).toContain('lunch is $5 or $6.');
    expect(await page.locator('.rendered').innerText()).not.toContain('mc^2');
  });

  it('says when the service cannot be reached, and goes on when it can', async () => {
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'note-1.txt', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The service is not responding.' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'note-1.txt', exact: true }).click();
    await page.getByRole('heading', { name: 'note-1.txt', level: 2 }).waitFor();
    expect(await page.locator('#notice').innerText()).toBe('');
  });

  it('leaves nothing behind for the next key, converts as far as the credits reach, says how to get more, and continues', async () => {
    const { key } = (await service.admin('POST', '/admin/v1/keys', {
      workspace: 'small',
      scopes: ['documents:read', 'documents:write', 'documents:delete'],
    })) as { key: string };
    await service.admin('POST', '/admin/v1/credits', { id: 'grant_small', workspace: 'small', credits: 15 });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByText('small: 15 credits').waitFor();
    expect(await page.getByText('sample.pdf').count()).toBe(0);
    expect(await page.locator('#result').isVisible()).toBe(false);

    await page.setInputFiles('#files', join(folder, 'twenty.pdf'));
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page
      .locator('#staged .problem', { hasText: 'The conversion needs 20 credits, but 15 are available.' })
      .waitFor();
    await page.getByRole('link', { name: 'Add credits' }).click();
    await page.getByText('scriptorium credits grant --workspace small').waitFor();
    await look('credits');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Convert only the pages that the credits cover').check();
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page.getByRole('link', { name: 'twenty.pdf', exact: true }).click();
    await page.getByRole('button', { name: 'Continue from page 16' }).click();
    await page.getByRole('alert').filter({ hasText: 'The conversion needs 5 credits, but 0 are available.' }).waitFor();
    await service.admin('POST', '/admin/v1/credits', { id: 'grant_more', workspace: 'small', credits: 5 });
    await page.getByRole('button', { name: 'Continue from page 16' }).click();
    await page.locator('#job-list').getByText('5 of 20 pages converted.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'twenty.pdf', exact: true }).first().click();
    await page.getByRole('img', { name: 'Page 16 of the document' }).waitFor();
    await page.getByRole('tab', { name: 'Usage and receipt' }).click();
    await page.getByRole('row', { name: 'Pages converted 16 to 20' }).waitFor();
    await page.getByRole('row', { name: 'Credits charged 5' }).waitFor();
    await look('partial');
  });

  it('says that a document of a URL waits for credits, and goes on when they are there', async () => {
    const bytes = await readFile(join(folder, 'twenty.pdf'));
    const site = createServer((_request, response) =>
      response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes),
    );
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    try {
      await service.admin('POST', '/admin/v1/credits', { id: 'grant_one', workspace: 'small', credits: 1 });
      await page.getByLabel('Convert only the pages that the credits cover').uncheck();
      await page.getByLabel('Document URL').fill(`http://127.0.0.1:${(site.address() as AddressInfo).port}/remote.pdf`);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Start remote.pdf' }).click();
      await page
        .getByText(
          'The document needs 20 credits, but the workspace does not have enough. The job continues after you add credits.',
        )
        .waitFor();
      await service.admin('POST', '/admin/v1/credits', { id: 'grant_twenty', workspace: 'small', credits: 19 });
      await page.getByRole('link', { name: 'remote.pdf', exact: true }).waitFor();
    } finally {
      site.closeAllConnections();
      site.close();
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(service.key());
    await page.keyboard.press('Enter');
    await page.getByText('local:').waitFor();
  });

  it('shows usage by day, and creates and revokes keys for those who may', async () => {
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText(/\d+ credits charged for \d+ jobs in 30 days\./).waitFor();
    await page.getByText('Your key cannot manage keys.').waitFor();
    expect(await page.getByRole('heading', { name: 'Jobs' }).isVisible()).toBe(false);
    const { key } = (await service.admin('POST', '/admin/v1/keys', {
      workspace: 'local',
      scopes: ['documents:read', 'keys:manage'],
    })) as { key: string };
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByLabel('keys:manage').uncheck();
    await page.getByRole('button', { name: 'Create key' }).click();
    const made = await page.locator('.created code').innerText();
    await look('keys');
    const id = await page.locator('#keys tbody tr').first().locator('code').innerText();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: `Revoke ${id}` }).click();
    await page
      .getByRole('cell', { name: /^revoked/ })
      .first()
      .waitFor();
    const answer = await fetch(`${service.url()}/console/api/usage`, { headers: { Authorization: `Bearer ${made}` } });
    expect(answer.status).toBe(401);
    await page.locator('#account').getByRole('link', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(service.key());
    await page.keyboard.press('Enter');
    await page.getByText('local:').waitFor();
  });

  it('leads to the API reference and back', async () => {
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByText('/api/v1/jobs/{jobId}/cancel').first().waitFor();
    await look('reference');
    await page.goto(service.url());
    await page.getByText('local:').waitFor();
  });

  it('had no fault of its own, and broke no policy', () => {
    expect(console.faults).toEqual([]);
  });

  it('is there in the dark, and on a small screen', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await look('dark-small');
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.getByRole('link', { name: 'sample.pdf', exact: true }).click();
    await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
    await look('dark-result');
  });
});
