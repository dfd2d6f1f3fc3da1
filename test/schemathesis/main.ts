/**
 * `npm run test:api`: schemathesis, a property-based tester, asks the running service what its own description lets it
 * ask, and holds every answer to that description. Needs python3; schemathesis is installed below `.cache` once. More
 * arguments go to `schemathesis run`.
 *
 * The service and the tester share a network namespace without any way out, since the tester makes up addresses for the
 * service to fetch.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPython } from '../clients/install.ts';
import { startService, type RunningService } from '../interface/service.ts';

const VERSION = '4.32.5';
const HERE = import.meta.dirname;
/** The tester's folder of programs, in the network namespace. */
const INSIDE = 'SCRIPTORIUM_TESTER_INSIDE';

async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  cwd = process.cwd(),
): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env, cwd });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** A document that is uploaded and a job that has ended, for the tester to find. */
async function makeResources({ url, key }: RunningService): Promise<Record<string, string>> {
  const ask = async (path: string, body?: object): Promise<Readonly<Record<string, string>>> => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, string>;
  };
  const { documentId, uploadUrl } = await ask('uploads', { fileName: 'sample.pdf', fileType: 'application/pdf' });
  await fetch(uploadUrl!, { method: 'PUT', body: await readFile('docs/sample.pdf') });
  const source = { type: 'document', documentId };
  const { id: quoteId } = await ask('quotes', { source });
  const { id: jobId } = await ask('jobs', { source });
  for (let job: Readonly<Record<string, string>> = {}; job['status'] !== 'succeeded';) {
    job = await ask(`jobs/${jobId}`);
    if (job['status'] === 'failed') throw new Error(`the sample could not be converted: ${job['error']}`);
  }
  return {
    documentId: documentId!,
    jobId: jobId!,
    quoteId: quoteId!,
    artifactId: `art_${jobId}_0`,
    receiptId: `rcpt_${jobId}`,
  };
}

async function testService(bin: string, more: readonly string[]): Promise<number> {
  const service = await startService({ SCRIPTORIUM_LOG_LEVEL: 'error', SCRIPTORIUM_ALLOW_LOOPBACK_URLS: 'false' });
  const folder = await mkdtemp(join(tmpdir(), 'scr-schemathesis-'));
  try {
    await service.admin('credits', 'grant', '--workspace', 'local', '--credits', '1000000');
    const found = await makeResources(service);
    const env = { PATH: process.env['PATH'], HOME: folder, SCHEMATHESIS_HOOKS: join(HERE, 'hooks.py'), ...found };
    return await run(
      join(bin, 'schemathesis'),
      [
        '--config-file',
        join(HERE, 'schemathesis.toml'),
        'run',
        `${service.url}/api/scriptorium/v1/openapi.json`,
        '--header',
        `Authorization: Bearer ${service.key}`,
        ...more,
      ],
      env,
      folder,
    );
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const bin = process.env[INSIDE];
if (bin === undefined) {
  const installed = await installPython(`schemathesis-${VERSION}-2`, [`schemathesis==${VERSION}`]);
  const inside = [process.execPath, import.meta.filename, ...process.argv.slice(2)];
  process.exitCode = await run(
    'unshare',
    ['--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...inside],
    { ...process.env, [INSIDE]: installed },
  );
} else {
  process.exitCode = await testService(bin, process.argv.slice(2));
}
