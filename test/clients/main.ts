/**
 * `npm run test:clients`: clients of other services, as PyPI has them, convert a file through the running service.
 * Needs python3; what it installs lies below `.cache`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../interface/service.ts';

const OPEN_WEBUI = '0.12.4';
const FOLDER = resolve('.cache', `clients-open-webui-${OPEN_WEBUI}`);
const run = promisify(execFile);
const python = join(FOLDER, 'venv/bin/python');

async function install(): Promise<void> {
  if (existsSync(join(FOLDER, 'ready'))) return;
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await run('python3', ['-m', 'venv', join(FOLDER, 'venv')]);
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];
  await run(python, [...pip, 'install', 'requests', 'langchain-core']);
  // Its loaders alone are needed, without the application's dependencies.
  await run(python, [...pip, 'download', '--no-deps', '--dest', FOLDER, `open-webui==${OPEN_WEBUI}`]);
  await mkdir(join(FOLDER, 'ready'));
}

await install();
const wheel = join(
  FOLDER,
  readdirSync(FOLDER).find((name) => name.endsWith('.whl'))!,
);
const service = await startService();
try {
  const script = join(import.meta.dirname, 'open_webui.py');
  const { stdout } = await run(python, [script, service.url, service.key, resolve('docs/sample.pdf'), wheel]);
  const texts = JSON.parse(stdout) as Record<string, string>;
  for (const loader of ['external', 'docling'])
    assert.match(texts[loader] ?? '', /^# Harbour survey 2026\n/, `the ${loader} loader of Open WebUI`);
  process.stdout.write(`Open WebUI ${OPEN_WEBUI}: both loaders read the document.\n`);
} finally {
  await service.stop();
}
