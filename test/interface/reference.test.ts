import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from '../console/chromium.ts';
import { callerOf, type Caller, type Description } from './caller.ts';
import { startService, type RunningService } from './service.ts';

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Described {
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
}

const REDOCLY = resolve('node_modules/.bin/redocly');
const SAMPLE = resolve('docs/sample.pdf');

let service: RunningService;
let description: Description;
let call: Caller;
let site: Server;
beforeAll(async () => {
  service = await startService();
  description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
  call = callerOf(service.url, service.key, description);
  const sample = await readFile(SAMPLE);
  site = createServer((_request, response) => response.writeHead(200, { 'Content-Length': sample.length }).end(sample));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.stop();
});

/** The examples of an operation's body, with the reader's own document and address in place of the example's. */
function bodiesOf(path: string, own: Readonly<Record<string, string>>): unknown[] {
  const { requestBody } = description.paths[path]!['post'] as Described;
  const { example, examples } = requestBody!.content['application/json'];
  const values = example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
  return values.map(
    (value) =>
      JSON.parse(
        Object.entries(own).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), JSON.stringify(value)),
      ) as unknown,
  );
}

describe('the description at /openapi.json', () => {
  it.each(['/openapi.json', '/openapi-more.json'])('passes the strictest rules of a linter: %s', async (path) => {
    const folder = await mkdtemp(join(tmpdir(), 'scr-lint-'));
    try {
      await writeFile(join(folder, 'openapi.json'), await (await fetch(service.url + path)).text());
      const env = {
        PATH: process.env['PATH'],
        HOME: folder,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      };
      const { stderr } = await promisify(execFile)(
        process.execPath,
        [REDOCLY, 'lint', '--extends=recommended-strict', 'openapi.json'],
        { cwd: folder, env },
      );
      expect(stderr).toContain('Your API description is valid');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has examples that work: each is accepted, with the documentId of the first and an address of the reader', async () => {
    const [staged] = bodiesOf('/api/v1/uploads', {});
    const slot = await call('POST', '/api/v1/uploads', staged);
    expect(slot.status).toBe(201);
    await fetch(String(slot.body['uploadUrl']), { method: 'PUT', body: await readFile(SAMPLE) });
    const own = {
      doc_01kbm3v7q4t2c9x5h8r6w1n0ey: String(slot.body['documentId']),
      'https://example.com': `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    };
    for (const path of ['/api/v1/quotes', '/api/v1/jobs']) {
      const bodies = bodiesOf(path, own);
      expect(bodies.map((body) => (body as { source: { type: string } }).source.type)).toEqual([
        'document',
        'external',
      ]);
      for (const body of bodies) expect((await call('POST', path, body)).status).toBe(201);
    }
  });
});

describe.skipIf(!hasChromium)('the API reference in Chromium (apt-get install chromium runs these)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it(
    'calls the running service with its examples as they stand, from top to bottom, once it has the key',
    { timeout: 180_000 },
    async () => {
      const page = await browser.newPage();
      await page.goto(`${service.url}/docs`);
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.getByLabel('auth-bearer-value').fill(service.key);
      await page.getByRole('button', { name: 'Apply credentials' }).click();
      await page.getByRole('button', { name: 'Close' }).click();
      const answers: string[] = [];
      for (const operation of await page.locator('.opblock').all()) {
        const id = (await operation.getAttribute('id'))!.split('-').at(-1)!;
        await operation.locator('.opblock-summary-control').click();
        const answer = operation.locator('.live-responses-table');
        do {
          await Promise.all([
            page.waitForResponse((response) => response.url().includes('/api/v1/')),
            operation.getByRole('button', { name: 'Execute' }).click(),
          ]);
          await answer.locator('.response-col_status').last().waitFor();
          // What comes after asks for what the job made.
        } while (id === 'getJob' && !(await answer.innerText()).includes('"succeeded"'));
        answers.push(`${id} ${(await answer.locator('.response-col_status').last().innerText()).trim()}`);
      }
      const shots = process.env['SCRIPTORIUM_SCREENSHOTS'];
      if (shots !== undefined) await page.screenshot({ path: join(shots, 'reference-calls.png'), fullPage: true });
      expect(answers).toEqual([
        'createUpload 201',
        'createJob 201',
        'getJob 200',
        'cancelJob 200',
        'listJobArtifacts 200',
        'getArtifact 200',
        'createQuote 201',
        'getQuote 200',
        'getReceiptByJobId 200',
        'getReceipt 200',
      ]);
    },
  );
});
