import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRestCommands } from '../../../src/cli/rest/commands.ts';
import { client, documentSource, upload, type Client } from '../../api/client.ts';
import { openService, type TestService } from '../../api/service.ts';
import { makeNumberedPdf, makeTextPdf } from '../../make/text-pdf.ts';

let service: TestService;
let folder: string;
let key: string;
let call: Client;
beforeAll(async () => {
  service = await openService({ settings: { inlineBytes: 200 } });
  await service.startController();
  await service.grant('acme', 500);
  key = await service.key('acme');
  call = client(service.base, key);
  folder = await mkdtemp(join(tmpdir(), 'scr-rest-'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  readonly out: readonly string[];
  readonly error: string;
  readonly code: number;
}

async function run(...args: string[]): Promise<Ran> {
  const said = { out: [] as string[], error: '', code: 0 };
  const program = new Command('scriptorium').exitOverride().configureOutput({
    writeErr: (text) => {
      said.error += text;
    },
  });
  addRestCommands(program, {
    out: (text) => said.out.push(text),
    error: (text) => {
      said.error += text;
    },
    exit: (code) => {
      said.code = code;
    },
  });
  try {
    await program.parseAsync(
      [
        ...args,
        ...(args.includes('--server') ? [] : ['--server', service.base]),
        ...(args.includes('--key') ? [] : ['--key', key]),
      ],
      { from: 'user' },
    );
  } catch (error) {
    said.code = (error as { exitCode: number }).exitCode;
  }
  return said;
}
const json = (ran: Ran): Record<string, unknown> => JSON.parse(ran.out.join('\n')) as Record<string, unknown>;

async function newJob(bytes: Uint8Array): Promise<string> {
  return String(
    (await call('createJob', { body: documentSource(await upload(call, bytes, 'report.pdf')) })).body['id'],
  );
}

describe('scriptorium quote', () => {
  it('prices a file, and an upload by its documentId', async () => {
    const file = join(folder, 'seven.pdf');
    await writeFile(file, makeNumberedPdf(7));
    const ran = await run('quote', file);
    expect(ran.out[0]).toMatch(/^quote_\w+ {2}7 pages {2}up to 7 credits {2}expires \S+Z$/);
    expect(
      json(await run('quote', await upload(call, makeNumberedPdf(3)), '--start-page', '3', '--json')),
    ).toMatchObject({ maximumCredits: 1 });
  });

  it('names a file that is not there, and what the server refuses', async () => {
    expect(await run('quote', join(folder, 'nothing.pdf'))).toMatchObject({
      code: 1,
      error: `File not found: ${join(folder, 'nothing.pdf')}.`,
    });
    expect(await run('quote', 'doc_unknown')).toMatchObject({ code: 1, error: 'The document was not found.' });
    expect(json(await run('quote', 'doc_unknown', '--json'))).toEqual({
      code: 'not_found',
      error: 'The document was not found.',
    });
  });
});

describe('scriptorium jobs, artifacts and receipts', () => {
  it('follow a job to its end, and fetch what it produced and cost', async () => {
    const jobId = await newJob(makeTextPdf(['A short page.']));
    const watched = await run('jobs', 'watch', jobId);
    expect([watched.code, watched.out.at(-1)]).toEqual([0, `${jobId}  succeeded  1 of 1 page converted.`]);
    expect(json(await run('jobs', 'get', jobId, '--json'))).toMatchObject({ id: jobId, status: 'succeeded' });
    expect((await run('artifacts', 'list', jobId)).out[0]).toMatch(
      new RegExp(`^art_${jobId}_0 {2}markdown {2}\\d+ bytes {2}report.md$`),
    );
    const file = join(folder, 'short.md');
    await run('artifacts', 'get', `art_${jobId}_0`, '-o', file);
    expect(await readFile(file, 'utf8')).toContain('A short page.');
    expect((await run('receipts', 'get', jobId)).out[0]).toMatch(
      new RegExp(`^rcpt_${jobId} {2}succeeded {2}1 of 1 credit {2}\\S+Z$`),
    );
    expect(json(await run('receipts', 'get', `rcpt_${jobId}`, '--json'))).toMatchObject({ jobId, settledCredits: 1 });
  });

  it('download Markdown that is too large to come inline', async () => {
    const jobId = await newJob(makeNumberedPdf(6));
    await run('jobs', 'watch', jobId);
    const file = join(folder, 'large.md');
    expect((await run('artifacts', 'get', jobId, '-o', file)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('page number 6 of');
    const nowhere = join(folder, 'no', 'large.md');
    expect(await run('artifacts', 'get', jobId, '-o', nowhere)).toMatchObject({
      code: 1,
      error: expect.stringContaining(`Failed to write ${nowhere}: ENOENT`) as string,
    });
  });

  it('cancel a job, and say with exit code 1 that it did not succeed', async () => {
    const jobId = await newJob(makeNumberedPdf(150));
    expect((await run('jobs', 'cancel', jobId)).out).toEqual([`${jobId}  canceled  Canceled.`]);
    expect(await run('jobs', 'watch', jobId)).toMatchObject({ code: 1, out: [`${jobId}  canceled  Canceled.`] });
    const ended = await newJob(makeTextPdf(['Too short to be canceled.']));
    await run('jobs', 'watch', ended);
    expect(await run('jobs', 'cancel', ended)).toMatchObject({
      code: 1,
      out: [`${ended}  succeeded  1 of 1 page converted.`],
    });
    expect((await run('artifacts', 'get', jobId)).error).toBe('The job has no Markdown yet.');
  });

  it('show why a job failed', async () => {
    const jobId = await newJob(Uint8Array.from([0, 1, 2, 255]));
    expect((await run('jobs', 'get', jobId)).out[0]).toMatch(new RegExp(`^${jobId} {2}failed {2}unsupported_format: `));
  });

  it.each([
    [['jobs', 'get', ''], 'The value is empty.'],
    [['jobs', 'get', 'job-x', '--server', 'nonsense'], 'Enter a URL such as http://localhost:8080.'],
    [['quote', 'doc_x', '--start-page', '0'], 'Enter a whole number of 1 or more.'],
    [['artifacts', 'get'], 'missing required argument'],
  ])('say what is wrong with %j', async (args, sentence) => {
    expect(await run(...args)).toMatchObject({ code: 1, out: [], error: expect.stringContaining(sentence) as string });
  });

  it('need a key that is good', async () => {
    expect((await run('jobs', 'get', 'job-x', '--key', 'scr_live_wrong')).error).toBe('The API key is invalid.');
    expect((await run('jobs', 'get', 'job-x')).error).toBe('The job was not found.');
  });
});
