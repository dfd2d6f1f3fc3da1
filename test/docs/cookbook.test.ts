import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver } from '../webhook-receiver.ts';
import { startService, type RunningService } from '../interface/service.ts';

let service: RunningService;
let folder: string;
let blocks: readonly { readonly language: string; readonly code: string }[];
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'scr-cookbook-'));
  await symlink(resolve('docs'), join(folder, 'docs'));
  const text = await readFile('docs/cookbook.md', 'utf8');
  blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1]!,
    code: match[2]!,
  }));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * The nth block of a language, run as a reader would: in a folder of its own, with the address and the key in the
 * environment.
 */
async function run(
  language: string,
  n: number,
  [command, name]: readonly [string, string],
  more = '',
): Promise<string> {
  const block = blocks.filter((one) => one.language === language)[n];
  if (!block) throw new Error(`the cookbook has no block ${n} of ${language}`);
  await writeFile(join(folder, name), block.code + more);
  const env = { PATH: process.env['PATH'] ?? '', SCRIPTORIUM_SERVER: service.url, SCRIPTORIUM_KEY: service.key };
  const child = spawn(command, [name], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(0);
  return out;
}

describe('the cookbook', () => {
  it('converts a file in one call, and lists its job', async () => {
    expect(await run('sh', 0, ['sh', 'one-call.sh'])).toContain('# Harbour survey 2026');
    expect(JSON.parse(await run('sh', 1, ['sh', 'async.sh']))).toMatchObject({ operation: 'convert' });
    expect(JSON.parse(await run('sh', 2, ['sh', 'list.sh']))).toMatchObject({ jobs: [{ status: 'succeeded' }] });
  });

  it('converts a file with curl', async () => {
    expect(await run('sh', 3, ['sh', 'file.sh'])).toContain('Harbour survey 2026');
  });

  it('converts a file with TypeScript', async () => {
    await run('ts', 0, [process.execPath, 'file.ts']);
    expect(await readFile(join(folder, 'sample.md'), 'utf8')).toContain('# Harbour survey 2026');
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)('converts a file with Python', async () => {
    expect(await run('python', 0, ['python3', 'file.py'])).toContain('# Harbour survey 2026');
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)('puts chunks into a store with Python', async () => {
    expect(await run('python', 2, ['python3', 'chunks.py'])).toBe(
      "4 {'sourceName': 'sample.pdf', 'headings': ['Harbour survey 2026'], 'pages': [1], 'roles': ['heading', 'paragraph']}\n",
    );
  });

  it('repeats a request without doubling it', async () => {
    expect(await run('sh', 4, ['sh', 'again.sh'])).toBe('201\n200\n200\n');
  });

  it('verifies a webhook with TypeScript and with Python, and refuses a changed one', async () => {
    const receiver = await openReceiver();
    const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' };
    const post = async (path: string, body: object): Promise<Record<string, string>> =>
      (await (
        await fetch(`${service.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()) as Record<string, string>;
    const slot = await post('/uploads', { fileName: 'grün.txt', fileType: 'text/plain' });
    await fetch(slot['uploadUrl']!, { method: 'PUT', body: 'Grün' });
    const job = await post('/jobs', {
      source: { type: 'document', documentId: slot['documentId'] },
      webhookUrl: receiver.url,
      idempotencyKey: 'grün',
    });
    const received = await receiver.find(() => true);
    await receiver.close();
    const { secret } = await service.admin('webhooks', 'secret', '--workspace', 'local');
    await writeFile(
      join(folder, 'event.json'),
      JSON.stringify({ secret, headers: received.headers, body: received.body }),
    );
    const expected = `job.succeeded ${job['id']}\nrefused\n`;
    expect(
      await run(
        'ts',
        2,
        [process.execPath, 'verify.mts'],
        `
const { readFile } = await import('node:fs/promises');
const { secret, headers, body } = JSON.parse(await readFile('event.json', 'utf8'));
const { type, data } = verify(secret, headers, body);
console.log(type, data.id);
try { verify(secret, headers, body + ' '); } catch { console.log('refused'); }
`,
      ),
    ).toBe(expected);
    if (spawnSync('python3', ['--version']).status !== 0) return;
    expect(
      await run(
        'python',
        1,
        ['python3', 'verify.py'],
        `
with open("event.json") as file:
    event = json.load(file)
body = event["body"].encode()
job = verify(event["secret"], event["headers"], body)
print(job["type"], job["data"]["id"])
try:
    verify(event["secret"], event["headers"], body + b" ")
except ValueError:
    print("refused")
`,
      ),
    ).toBe(expected);
  });

  it('converts in pieces', async () => {
    const use = `
const api = process.env['SCRIPTORIUM_SERVER'] + '/api/v1';
const headers = { Authorization: 'Bearer ' + process.env['SCRIPTORIUM_KEY'], 'Content-Type': 'application/json' };
const ask = async (path, body) => (await fetch(api + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json();
const { readFile } = await import('node:fs/promises');
const slot = await ask('/uploads', { fileName: 'a.pdf', fileType: 'application/pdf' });
await fetch(slot.uploadUrl, { method: 'PUT', body: await readFile('docs/sample.pdf') });
console.log(JSON.stringify(await convertAll(ask, { type: 'document', documentId: slot.documentId })));
`;
    const jobs = JSON.parse(await run('ts', 1, [process.execPath, 'pieces.mts'], use)) as string[];
    expect(jobs).toEqual([expect.stringMatching(/^job-/)]);
  });
});
