#!/usr/bin/env node
// Runs the command on Node 24, whatever Node started this file: npm's `node` package brings one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const main = existsSync(join(root, 'dist/cli/main.js'))
  ? join(root, 'dist/cli/main.js')
  : join(root, 'src/cli/main.ts');

function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
  } catch {
    return undefined;
  }
}

const node = node24();
if (node === undefined) {
  process.stderr.write(`scriptorium needs Node 24; this is ${process.version}. Run "npm ci" in its folder.\n`);
  process.exit(1);
}
if (node === process.execPath) {
  await import(main);
} else {
  const { status, signal } = spawnSync(
    node,
    ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  if (signal) process.kill(process.pid, signal);
  process.exit(status ?? 1);
}
