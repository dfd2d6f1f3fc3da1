import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, type Description as Sampled } from '../../src/console/reference/description.ts';
import { writeSamples, SERVER } from '../../src/console/reference/samples.ts';
import { accessibilityFaults, hasChromium, openBrowser } from '../console/chromium.ts';
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
  description = (await (await fetch(`${service.url}/api/scriptorium/v1/openapi.json`)).json()) as Description;
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

describe('the description at /api/scriptorium/v1/openapi.json', () => {
  it('passes the strictest rules of a linter, also at its former address', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scr-lint-'));
    try {
      await writeFile(join(folder, 'openapi.json'), await (await fetch(`${service.url}/openapi-more.json`)).text());
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

describe('the samples of the API reference', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scr-samples-'));
    await copyFile(SAMPLE, join(folder, 'report.pdf'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What a reader has made by then. */
  const makeResources = async (): Promise<Record<string, string>> => {
    const slot = await call('POST', '/api/v1/uploads', { fileName: 'a.pdf', fileType: 'application/pdf' });
    await fetch(String(slot.body['uploadUrl']), { method: 'PUT', body: await readFile(SAMPLE) });
    const source = { type: 'document', documentId: slot.body['documentId'] };
    const { body: quote } = await call('POST', '/api/v1/quotes', { source });
    const { body: job } = await call('POST', '/api/v1/jobs', { source });
    while ((await call('GET', `/api/v1/jobs/${String(job['id'])}`)).body['status'] !== 'succeeded');
    return { doc_: String(slot.body['documentId']), 'job-': String(job['id']), quote_: String(quote['id']) };
  };
  const PROGRAMS = { curl: ['sh', 'sh'], typescript: ['ts', process.execPath], python: ['py', 'python3'] } as const;

  it.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])('work as they stand in %s', async (language) => {
    const [extension, program] = PROGRAMS[language];
    if (spawnSync(program, ['-c', '']).error) return;
    const made = await makeResources();
    // Those of batches need a bucket (test/faults/batch.test.ts).
    const operations = operationsOf(description as unknown as Sampled).filter(({ path }) => !path.includes('/batches'));
    const failed: string[] = [];
    // What is deleted is asked for first.
    for (const operation of operations.toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )) {
      const text = Object.entries(made).reduce(
        (all, [prefix, id]) => all.replaceAll(`${prefix}01kbm3v7q4t2c9x5h8r6w1n0ey`, id),
        writeSamples(operation)[language].replaceAll(SERVER, service.url),
      );
      const file = join(folder, `sample.${extension}`);
      await writeFile(file, text);
      const { stdout, stderr } = await promisify(execFile)(program, [file], {
        cwd: folder,
        env: { PATH: process.env['PATH'], SCRIPTORIUM_KEY: service.key },
      }).catch((error: { stdout: string; stderr: string }) => error);
      const answered = language === 'curl' ? !stdout.includes('"error"') : /^2\d\d\b/.test(stdout);
      if (!answered) failed.push(`${operation.operationId}: ${stdout}${stderr}`);
    }
    expect(failed).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('the API reference in Chromium (apt-get install chromium runs these)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 390, height: 800 }, isMobile: true }],
  ] as const)('can be used by everybody, and asks nobody but the service: %s', async (name, options) => {
    const page = await (await browser.newContext(options)).newPage();
    const strangers: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => request.url().startsWith(service.url) || strangers.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${service.url}/docs`);
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Python' }).first().click();
    expect(await page.locator('.sample:visible').first().innerText()).toContain(`"${service.url}/convert`);
    const wide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    expect([wide, strangers, faults]).toEqual([false, [], []]);
    const shots = process.env['SCRIPTORIUM_SCREENSHOTS'];
    if (shots !== undefined) await page.screenshot({ path: join(shots, `reference-${name}.png`) });
    await page.context().close();
  });

  it(
    'calls the running service with its examples as they stand, from top to bottom, once it has the key',
    { timeout: 180_000 },
    async () => {
      const page = await browser.newPage();
      await page.goto(`${service.url}/docs`);
      await page.getByLabel('API key').fill(service.key);
      const answers: string[] = [];
      for (const operation of await page.locator('.operation[data-path^="/api/v1/"]').all()) {
        const id = (await operation.getAttribute('id'))!;
        await operation.getByText('Try it').click();
        const outcome = operation.getByRole('status');
        do {
          await operation.getByRole('button', { name: 'Send' }).click();
          // What comes after asks for what the job made.
          await outcome.filter({ hasText: /^\d{3} / }).waitFor();
        } while (id === 'getJob' && !(await operation.locator('.answer').innerText()).includes('"succeeded"'));
        answers.push(`${id} ${(await outcome.innerText()).slice(0, 3)}`);
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
