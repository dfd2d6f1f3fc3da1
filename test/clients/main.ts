/**
 * `npm run test:clients`: generated clients, the packages in `clients/`, and clients of other services convert files
 * through the running service. What it installs lies below `.cache`; without python3 with pip, those in Python are
 * left out, which is said.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startService } from '../interface/service.ts';
import { startBusyProxy } from './busy-proxy.ts';
import { foreignChecks, HEADING } from './foreign.ts';
import { addPython, installClients, installNode, outcome, run } from './install.ts';
import { runChecks, type Check } from './run-checks.ts';

const HERE = import.meta.dirname;
const SAMPLE = resolve('docs/sample.pdf');

const work = resolve('.cache/clients-work');
await rm(work, { recursive: true, force: true });
await mkdir(work, { recursive: true });
const node = await installNode();
const python = await installClients();
const service = await startService();
const busy = await startBusyProxy(service.url);
const description = join(work, 'openapi.json');
await writeFile(description, await (await fetch(`${service.url}/api/scriptorium/v1/openapi.json`)).text());

/** A consumer in a folder of its own, checked strictly. */
async function consumer(name: string): Promise<{ folder: string; file: string }> {
  const folder = join(work, name);
  await mkdir(folder);
  const file = join(folder, name);
  await cp(join(HERE, 'consumers', name), file);
  return { folder, file };
}

const asked = [service.url, service.key, SAMPLE];
/** Of mypy, outside of what is checked and formatted. */
const CACHE = ['--cache-dir', join(work, 'mypy')];

async function checkTypes(folder: string): Promise<void> {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    typeRoots: [join(node, 'node_modules/@types')],
  };
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await run(join(node, 'node_modules/.bin/tsc'), ['-p', folder]);
}

async function generatedTypeScript(): Promise<void> {
  const { folder, file } = await consumer('generated.ts');
  await mkdir(join(folder, 'node_modules'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await cp(join(node, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  await run(join(node, 'node_modules/.bin/openapi-typescript'), [description, '-o', join(folder, 'openapi.ts')]);
  await checkTypes(folder);
  const { inFiveCalls, inOneCall, code } = outcome(await run(process.execPath, [file, ...asked]));
  for (const markdown of [inFiveCalls, inOneCall]) assert.match(markdown ?? '', HEADING);
  assert.equal(code, 'not_found');
}

async function generatedPython(bin: string): Promise<void> {
  const { folder, file } = await consumer('generated.py');
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  await run(
    join(bin, 'openapi-python-client'),
    ['generate', '--path', description, '--output-path', join(folder, 'openapi'), '--meta', 'none'],
    { env },
  );
  // The generator writes `client.py` from no description, and not for the strictest rules.
  const own = '[mypy-openapi.client]\ndisable_error_code = arg-type\n';
  await writeFile(join(folder, 'mypy.ini'), `[mypy]\nstrict = True\n${own}`);
  await run(join(bin, 'mypy'), [...CACHE, '.'], { cwd: folder });
  const { inFiveCalls, inOneCall, code } = outcome(await run(join(bin, 'python'), [file, ...asked], { cwd: folder }));
  for (const markdown of [inFiveCalls, inOneCall]) assert.match(markdown ?? '', HEADING);
  assert.equal(code, 'not_found');
}

/** Built, packed and installed as a user would, without the rest of the repository. */
async function packageTypeScript(): Promise<void> {
  const { folder, file } = await consumer('packaged.ts');
  const source = await mkdtemp(join(tmpdir(), 'scr-client-'));
  const env = { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH']}` };
  const files = ['src', 'openapi.json', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'];
  for (const name of files) await cp(resolve('clients/typescript', name), join(source, name), { recursive: true });
  await rm(join(source, 'src/openapi.ts'), { force: true });
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: source, env });
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source, env });
  await rm(source, { recursive: true });
  const [{ filename }] = JSON.parse(packed.slice(packed.lastIndexOf('\n[') + 1)) as [{ filename: string }];
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', '--no-audit', '--no-package-lock', join(folder, filename)], { cwd: folder });
  await checkTypes(folder);
  const before = busy.refused();
  const { markdown } = outcome(await run(process.execPath, [file, ...asked, busy.url]));
  assert.match(markdown ?? '', HEADING);
  // The conversion, at least one look at the job, and its artifacts: 503, 429 and a broken connection.
  assert.ok(busy.refused() - before >= 3, 'requests were refused and repeated');
}

async function packagePython(bin: string): Promise<void> {
  const { folder, file } = await consumer('packaged.py');
  await run(join(bin, 'mypy'), ['--strict', ...CACHE, resolve('clients/python/src')]);
  const source = await mkdtemp(join(tmpdir(), 'scr-client-'));
  await cp(resolve('clients/python'), source, { recursive: true });
  await run(join(bin, 'hatchling'), ['build'], { cwd: source });
  const made = readdirSync(join(source, 'dist'));
  assert.match(
    made.sort().join(' '),
    /^scriptorium_client-[\d.]+-py3-none-any\.whl scriptorium_client-[\d.]+\.tar\.gz$/,
  );
  // The wheel that is made of the source distribution is the one that others get.
  for (const name of made) await addPython(bin, '--reinstall', '--no-deps', join(source, 'dist', name));
  await rm(source, { recursive: true });
  await run(join(bin, 'mypy'), ['--strict', ...CACHE, file], { cwd: folder });
  const before = busy.refused();
  const more = [busy.url, description];
  const { markdown } = outcome(await run(join(bin, 'python'), [file, ...asked, ...more], { cwd: folder }));
  assert.match(markdown ?? '', HEADING);
  // The conversion, at least one look at the job, and its artifacts: 503, 429 and a broken connection.
  assert.ok(busy.refused() - before >= 3, 'requests were refused and repeated');
}

const checks: readonly Check[] = [
  ['a client of openapi-typescript compiles strictly and converts', generatedTypeScript],
  ['a client of openapi-python-client is typed strictly and converts', generatedPython, 'python'],
  ['clients/typescript compiles, installs and converts, also through a busy server', packageTypeScript],
  ['clients/python is typed, installs and converts, also through a busy server', packagePython, 'python'],
  ...foreignChecks(asked),
];

/** `npm run test:clients -- docling` runs those that have this in their name. */
try {
  await runChecks(checks, python);
} finally {
  await busy.close();
  await service.stop();
}
