import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleAssets } from '../../src/console/assets.ts';
import { makePdf } from '../make/pdf.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { hasChromium } from './chromium.ts';
import { openConsole, type Console } from './open-console.ts';

/** The list has pages of 50. */
const MANY = 120;

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

describe.skipIf(!hasChromium)('the list of jobs, in Chromium (apt-get install chromium runs these)', () => {
  let console: Console;
  let service: Console['service'];
  let page: Console['page'];
  beforeAll(async () => {
    console = await openConsole();
    ({ service, page } = console);
  });
  afterAll(() => console?.close());
  const look = (name: string): Promise<void> => console.look(name);
  const rows = () => page.locator('#job-list tr');
  const names = (): Promise<string[]> => page.locator('#job-list .name').allInnerTexts();
  const file = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(console.folder, name);
    await writeFile(path, content);
    return path;
  };

  it('asks for a key and says when it is wrong', async () => {
    await page.goto(service.url());
    await page.getByLabel('API key').fill('scr_live_000000000000000000000000000000000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The API key is invalid.').waitFor();
    await look('key');
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false);
  });

  it('lets in with a good one, shows no credits where they have no limit, and how to begin', async () => {
    await console.enter(service.key());
    await page.getByRole('heading', { name: 'Convert your first document' }).waitFor();
    expect(await page.locator('#workspace').innerText()).toBe('local');
    await look('first');
  });

  it('counts the pages of documents that are added, and starts all that are ready', async () => {
    await console.add(
      await file('note-1.txt', 'Note 1.'),
      await file('note-2.txt', 'Note 2.'),
      await file('twenty.pdf', makeNumberedPdf(20)),
    );
    await page.locator('#staged li', { hasText: '20 pages' }).waitFor();
    await look('panel');
    await page.getByRole('button', { name: 'Start all' }).click();
    await expect.poll(() => page.locator('#panel').isVisible()).toBe(false);
    await expect.poll(() => page.locator('#job-list tr[data-status=succeeded]').count()).toBe(3);
    await expect.poll(names).toEqual(expect.arrayContaining(['twenty.pdf', 'note-1.txt', 'note-2.txt']));
    const row = page.locator('#job-list tr', { hasText: 'twenty.pdf' });
    expect(await row.locator('[data-column=pages]').innerText()).toBe('20');
    expect(await row.locator('.kind').innerText()).toBe('PDF');
    await look('list');
  });

  it('waits with a locked document until its password is there, when all are started', async () => {
    const pages = [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }];
    await console.add(await file('open.txt', 'Open.'), await file('locked.pdf', makePdf({ pages, password: 'kelp' })));
    await page.getByLabel('Password of locked.pdf').waitFor();
    await page.getByRole('button', { name: 'Start all' }).click();
    await page.getByText('Waiting for 1 password.').waitFor();
    await page.getByRole('link', { name: 'open.txt', exact: true }).waitFor();
    expect(await page.getByLabel('Password of locked.pdf').evaluate((field) => field.matches(':focus'))).toBe(true);
    await look('password');
    await page.keyboard.type('kelp');
    await page.keyboard.press('Enter');
    await page.locator('#job-list tr[data-status=succeeded]', { hasText: 'locked.pdf' }).waitFor();
    expect(await page.locator('#panel').isVisible()).toBe(false);
  });

  it('takes files and folders that are dropped, and a URL that is pasted', async () => {
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['Dropped.'], 'dropped.txt'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await page.getByRole('button', { name: 'Start dropped.txt' }).waitFor();
    await page.locator('#view').focus();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text', 'https://example.org/papers/far.pdf');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }`);
    await page.getByRole('button', { name: 'Remove far.pdf' }).click();
    await page.getByRole('button', { name: 'Remove dropped.txt' }).click();
    await expect.poll(() => page.locator('#panel').isVisible()).toBe(false);
  });

  it('waits for the pages of a document that takes long to read', async () => {
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
    await console.add(await file('long.txt', 'A long text.'));
    await page.locator('#staged li', { hasText: '1 page' }).waitFor();
    expect(asked).toBe(2);
    await page.getByRole('button', { name: 'Remove long.txt' }).click();
    await page.unroute('**/api/v1/quotes');
  });

  it('converts with the options that are chosen before the start', async () => {
    await console.add(join(console.folder, 'twenty.pdf'));
    await page.locator('#options summary').click();
    await page.getByLabel('First page').fill('3');
    await page.getByLabel('Last page').fill('4');
    await page.getByLabel('Bold and italic').selectOption('Leave out');
    await look('options');
    await page.getByLabel('OCR languages').fill('not a language');
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page.locator('#staged .problem', { hasText: 'ocrLanguages' }).waitFor();
    await page.getByLabel('OCR languages').fill('');
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page.locator('#job-list tr', { hasText: '2 of 20' }).waitFor();
    await page.keyboard.press('n');
    for (const name of ['First page', 'Last page']) await page.getByLabel(name).fill('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.locator('#panel').isVisible()).toBe(false);
  });

  it('names the fault of a bad document in its row', async () => {
    await console.add(await file('broken.pdf', '%PDF-1.7\nnothing of a PDF follows'));
    await page.locator('#staged .problem, #staged .start:visible').first().waitFor();
    const answer = await fetch(`${service.url()}/convert?fileName=broken.pdf`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key()}`, 'Content-Type': 'application/pdf' },
      body: '%PDF-1.7\nnothing of a PDF follows',
    });
    expect(answer.status).toBe(422);
    await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
    await page.locator('#job-list tr[data-status=failed] .detail', { hasText: 'The PDF cannot be opened' }).waitFor();
    await look('failed');
  });

  it('is searched, filtered and sorted by the service, and its address says how', async () => {
    await page.getByLabel('Search jobs by name').fill('NOTE-');
    await expect.poll(names).toHaveLength(2);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(names).toEqual(['note-1.txt', 'note-2.txt']);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(names).toEqual(['note-2.txt', 'note-1.txt']);
    expect(page.url()).toMatch(/#\/jobs\?search=NOTE-&sort=name$/);
    await page.reload();
    await expect.poll(names).toEqual(['note-2.txt', 'note-1.txt']);
    await page.getByRole('group', { name: 'Show jobs by status' }).getByText('Failed').click();
    await page.getByText('No job matches').waitFor();
    await look('no-match');
    await page.getByRole('button', { name: 'Show all jobs' }).click();
    await expect.poll(async () => (await names()).length).toBeGreaterThan(5);
  });

  it('saves several results at once as one ZIP', async () => {
    for (const name of ['note-1.txt', 'note-2.txt']) await page.getByLabel(`Select ${name}`).check();
    await look('selected');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const files = unzipSync(await readFile(await download.path()));
    expect(Object.keys(files).sort()).toEqual(['note-1.txt/note-1.md', 'note-2.txt/note-2.md']);
    expect(Buffer.from(files['note-2.txt/note-2.md']!).toString()).toBe('Note 2.\n');
  });

  it('deletes several when told so twice, lists them as expired, and runs them again', async () => {
    await page.getByRole('toolbar', { name: 'Selected jobs' }).getByRole('button', { name: 'Delete' }).click();
    await look('delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await names()).filter((name) => name.startsWith('note-'))).toEqual([]);
    await page.getByRole('group', { name: 'Show jobs by status' }).getByText('Expired').click();
    await expect.poll(names).toHaveLength(2);
    await page.getByLabel('Select all jobs').check();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('group', { name: 'Show jobs by status' }).getByText('All').click();
    await expect
      .poll(() => page.locator('#job-list tr[data-status=succeeded]', { hasText: /note-\d/ }).count())
      .toBe(2);
  });

  it('goes from job to job by keys, selects one, and shows all keys', async () => {
    await page.locator('#view').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await page.locator(':focus').innerText()).toBe((await names())[1]);
    await page.keyboard.press('x');
    await page.getByText('1 job selected').waitFor();
    await page.locator('#view').focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#selection').isVisible()).toBe(false);
    await page.keyboard.press('/');
    expect(await page.locator(':focus').getAttribute('id')).toBe('search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
    await look('shortcuts');
    await page.keyboard.press('Escape');
  });

  it('holds up with many jobs: all rows as high as each other, more as one scrolls', async () => {
    for (let at = 0; at < MANY; at += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          fetch(`${service.url()}/convert?fileName=many-${at + i}.txt`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${service.key()}`, 'Content-Type': 'text/plain' },
            body: `Many ${at + i}.`,
          }),
        ),
      );
    await page.reload();
    await expect.poll(() => rows().count()).toBeGreaterThanOrEqual(50);
    const count = async (): Promise<number> => {
      await page.locator('#view').evaluate((view) => (view.scrollTop = view.scrollHeight));
      return rows().count();
    };
    await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(MANY);
    const heights = await rows().evaluateAll((all) => [
      ...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height))),
    ]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
  }, 240_000);

  it('says when the service cannot be reached, and goes on when it can', async () => {
    await page.context().setOffline(true);
    await page.locator('#view').evaluate((view) => (view.scrollTop = 0));
    await page.getByRole('link', { name: 'many-119.txt', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The service is not responding.' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await console.open('many-119.txt');
    await expect.poll(() => page.locator('#notice').innerText()).toBe('');
  });

  it('says that an address is unknown', async () => {
    await page.goto(`${service.url()}/#nowhere`);
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await page.goto(`${service.url()}/#/jobs/job-none`);
    await page.getByRole('heading', { name: 'This job does not exist' }).waitFor();
    await look('unknown');
    const response = await page.goto(`${service.url()}/jobs/of/a/wrong/link`);
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    expect(response!.status()).toBe(404);
    await look('unknown-path');
    const asked = await fetch(`${service.url()}/jobs/of/a/wrong/link`);
    expect([asked.status, await asked.json()]).toEqual([
      404,
      { error: expect.any(String) as string, code: 'not_found' },
    ]);
    await page.getByRole('link', { name: 'the console' }).click();
    await console.jobs();
  });

  it('leaves nothing behind for the next key, converts as far as the credits reach, and goes on when there are more', async () => {
    const { key } = (await service.admin('POST', '/admin/v1/keys', {
      workspace: 'small',
      scopes: ['documents:read', 'documents:write', 'documents:delete'],
    })) as { key: string };
    await service.admin('POST', '/admin/v1/credits', { id: 'grant_small', workspace: 'small', credits: 15 });
    await console.change(key);
    await page.getByText('15 credits').waitFor();
    expect(await page.getByText('many-119.txt').count()).toBe(0);

    await console.add(join(console.folder, 'twenty.pdf'));
    await page.locator('#staged li', { hasText: '20 pages, up to 20 credits' }).waitFor();
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page
      .locator('#staged .problem', { hasText: 'The conversion needs 20 credits, but 15 are available.' })
      .waitFor();
    await page.locator('#options summary').click();
    await page.getByLabel('Convert only the pages that the credits cover').check();
    await page.getByRole('button', { name: 'Start twenty.pdf' }).click();
    await page.locator('#job-list .chip[data-status=partial]').waitFor();
    await look('priced');
    await page.getByRole('link', { name: 'Add credits' }).click();
    await page.getByText('scriptorium credits grant --workspace small').waitFor();
    await look('credits');
    await console.open('twenty.pdf');
    await page.getByRole('button', { name: 'Continue from page 16' }).click();
    await page.getByRole('alert').filter({ hasText: 'The conversion needs 5 credits, but 0 are available.' }).waitFor();
    await service.admin('POST', '/admin/v1/credits', { id: 'grant_more', workspace: 'small', credits: 5 });
    await page.getByRole('button', { name: 'Continue from page 16' }).click();
    await page.getByRole('img', { name: 'Page 16 of the document' }).waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('row', { name: 'Pages converted 16 to 20' }).waitFor();
    await page.getByRole('row', { name: 'Credits charged 5' }).waitFor();
    await look('partial');
    await console.jobs();
  });

  it('says that a document of a URL waits for credits, and goes on when they are there', async () => {
    const bytes = await readFile(join(console.folder, 'twenty.pdf'));
    const site = createServer((_request, response) =>
      response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes),
    );
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    try {
      await service.admin('POST', '/admin/v1/credits', { id: 'grant_one', workspace: 'small', credits: 1 });
      await page.keyboard.press('n');
      await page.getByLabel('Convert only the pages that the credits cover').uncheck();
      await page.getByLabel('Document URL').fill(`http://127.0.0.1:${(site.address() as AddressInfo).port}/remote.pdf`);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Start remote.pdf' }).click();
      await page.locator('#job-list .chip[data-status=input_required]').waitFor();
      await page
        .locator('.detail', { hasText: 'The document needs 20 credits, but the workspace does not have enough.' })
        .waitFor();
      await look('needs-credits');
      await service.admin('POST', '/admin/v1/credits', { id: 'grant_twenty', workspace: 'small', credits: 19 });
      await page.locator('#job-list tr[data-status=succeeded]', { hasText: 'remote.pdf' }).waitFor();
    } finally {
      site.closeAllConnections();
      site.close();
    }
  });

  it('had no fault of its own, and broke no policy', () => {
    expect(console.faults).toEqual([]);
  });

  it('is there in the dark, and on a small screen', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await look('dark');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await look('dark-small');
  });
});
