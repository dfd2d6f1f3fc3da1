/**
 * `npm run test:integrations`: the packages in `integrations/` are typed, built and installed as a user would, and used
 * by their frameworks, which convert a file through the running service. What it installs lies below `.cache`; without
 * python3 with venv and pip, those in Python are left out, which is said.
 */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { HEADING } from '../clients/foreign.ts';
import { addPython, hasPython, installPython, once, outcome, run } from '../clients/install.ts';
import { runChecks, type Check } from '../clients/run-checks.ts';
import { startService } from '../interface/service.ts';

const CONSUMERS = join(import.meta.dirname, 'consumers');
const SAMPLE = resolve('docs/sample.pdf');
const TOOLS = ['mypy==2.4.1', 'hatchling==1.27.0'];
/** Frameworks that can be installed beside each other. */
const LOADERS = ['langchain-core==1.8.3', 'llama-index-core==0.14.25', 'haystack-ai==3.4.1'];
const AIRFLOW = ['apache-airflow==3.3.2', 'apache-airflow-task-sdk==1.3.2'];
const DIFY = ['dify_plugin==0.7.4'];
const N8N = ['n8n-workflow@2.41.0', 'n8n-core@2.41.1', 'typescript@5.9.3', '@types/node@24.10.1'];

const work = resolve('.cache/integrations-work');
await rm(work, { recursive: true, force: true });
await mkdir(work, { recursive: true });
const service = await startService();
const sample = await readFile(SAMPLE);
const site = createServer((_request, response) =>
  response.writeHead(200, { 'Content-Length': sample.length }).end(sample),
);
await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
const asked = [service.url, service.key, SAMPLE, `http://127.0.0.1:${(site.address() as AddressInfo).port}/sample.pdf`];

const folderFor = (packages: readonly string[]): string =>
  `integrations-2-${packages.join('-').replaceAll(/[^\w.]+/g, '-')}`;

/** The folder of programs of a virtual environment with these packages and our client. */
async function environment(packages: readonly string[]): Promise<string> {
  const bin = await installPython(folderFor(packages), [...TOOLS, ...packages]);
  await installOwn(bin, 'clients/python');
  return bin;
}

/** Built from a copy, since a build leaves files. */
async function installOwn(bin: string, path: string): Promise<void> {
  const source = join(work, path.replaceAll('/', '-'));
  await cp(resolve(path), source, { recursive: true });
  await addPython(bin, '--reinstall', '--no-deps', '--no-build-isolation', source);
}

/** Runs a consumer in a folder of its own, and answers the Markdown that it got. */
async function consume(program: string, name: string, ...more: readonly string[]): Promise<void> {
  const folder = join(work, `use-${name}`);
  await mkdir(folder);
  // Under another name than the module that it imports.
  const file = join(folder, name.replace(/^\w+/, 'use'));
  await cp(join(CONSUMERS, name), file);
  const env = { ...process.env, N8N_USER_FOLDER: folder, HAYSTACK_TELEMETRY_ENABLED: 'False' };
  const said = await run(program, [file, ...asked, ...more], { cwd: folder, env });
  assert.match(outcome(said.trimEnd().split('\n').at(-1)!)['markdown'] ?? '', HEADING);
}

const CACHE = ['--cache-dir', join(work, 'mypy')];

async function pythonPackage(name: string, consumer: string, packages: readonly string[]): Promise<void> {
  const bin = await environment(packages);
  await run(join(bin, 'mypy'), ['--strict', ...CACHE, '--namespace-packages', '--explicit-package-bases', 'src'], {
    cwd: resolve('integrations', name),
  });
  await installOwn(bin, `integrations/${name}`);
  await consume(join(bin, 'python'), consumer);
}

async function difyPlugin(): Promise<void> {
  const bin = await environment(DIFY);
  const plugin = join(work, 'dify');
  await cp(resolve('integrations/dify'), plugin, { recursive: true });
  // The SDK has no types.
  const lenient = ['--allow-subclassing-any', '--ignore-missing-imports', '--allow-untyped-calls'];
  const files = ['main.py', 'provider/scriptorium.py', 'tools/convert.py'];
  await run(join(bin, 'mypy'), ['--strict', ...CACHE, ...lenient, ...files], { cwd: plugin });
  await consume(join(bin, 'python'), 'dify.py', plugin);
}

async function n8nNode(): Promise<void> {
  const npm = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  const folder = await once(folderFor(N8N), async (made) => {
    await writeFile(join(made, 'package.json'), '{}');
    await run('npm', [...npm, ...N8N], { cwd: made });
  });
  const client = join(work, 'client');
  await cp(resolve('clients/typescript'), client, { recursive: true });
  await run('npm', npm, { cwd: client });
  const packed = (await run('npm', ['pack', '--silent'], { cwd: client })).trimEnd().split('\n').at(-1)!;
  await run('npm', [...npm, join(client, packed)], { cwd: folder });
  const own = join(folder, 'node_modules/n8n-nodes-scriptorium');
  await rm(own, { recursive: true, force: true });
  await cp(resolve('integrations/n8n'), own, { recursive: true });
  await run(join(folder, 'node_modules/.bin/tsc'), [], { cwd: own });
  await cp(join(own, 'nodes/Scriptorium/scriptorium.svg'), join(own, 'dist/nodes/Scriptorium/scriptorium.svg'));
  await mkdir(join(work, 'use-n8n.cjs'));
  // What it requires lies beside it.
  const file = join(folder, 'use.cjs');
  await cp(join(CONSUMERS, 'n8n.cjs'), file);
  const env = { ...process.env, N8N_USER_FOLDER: join(work, 'use-n8n.cjs') };
  const said = await run(process.execPath, [file, ...asked], { cwd: folder, env });
  assert.match(outcome(said.trimEnd().split('\n').at(-1)!)['markdown'] ?? '', HEADING);
}

const checks: readonly Check[] = [
  [
    'langchain-scriptorium loads, lazily and with asyncio',
    () => pythonPackage('langchain', 'langchain.py', LOADERS),
    'python',
  ],
  ['llama-index-readers-scriptorium reads', () => pythonPackage('llama-index', 'llama_index.py', LOADERS), 'python'],
  [
    'scriptorium-haystack converts in a stored pipeline',
    () => pythonPackage('haystack', 'haystack.py', LOADERS),
    'python',
  ],
  ['airflow-provider-scriptorium waits and defers', () => pythonPackage('airflow', 'airflow.py', AIRFLOW), 'python'],
  ['the Dify plugin answers its daemon', difyPlugin, 'python'],
  ['n8n-nodes-scriptorium is loaded and run', n8nNode],
];

/** `npm run test:integrations -- dify` runs those that have this in their name. */
try {
  await runChecks(checks, (await hasPython()) ? 'python3' : undefined);
} finally {
  site.closeAllConnections();
  site.close();
  await service.stop();
}
