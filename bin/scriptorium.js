#!/usr/bin/env node
// Runs the command: from its sources in a checkout, compiled in a package. A package needs
// Node 22.19 (undici), a checkout Node 24 (TypeScript), which it brings.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src/cli/main.ts');
const isCheckout = existsSync(source);
const main = isCheckout ? source : join(root, 'dist/src/cli/main.js');
const QUIET = '--disable-warning=ExperimentalWarning';

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The Node of npm's `node` package, which `npm ci` installs. */
function ownNode() {
  try {
    const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), program);
  } catch {
    return undefined;
  }
}

if (isCheckout && !existsSync(join(root, 'node_modules')))
  stop(`The dependencies of Scriptorium are not installed. Run "npm ci" in ${root} first.`);

const [major, minor] = process.versions.node.split('.').map(Number);
const suffices = major >= 24 || (!isCheckout && (major > 22 || (major === 22 && minor >= 19)));
const node = suffices ? process.execPath : ownNode();
if (node === undefined)
  stop(
    isCheckout
      ? `Scriptorium needs Node 24 or later in a checkout, but this is ${process.version}. Run "npm ci" in ${root}: it installs one.`
      : `Scriptorium needs Node 22.19 or later, but this is ${process.version}. Install it from https://nodejs.org, or run the command with "npx -p node@24 scriptorium".`,
  );

if (node === process.execPath) {
  // What Node has compiled, and stripped of types, is kept where only those write who may write the program itself.
  module.enableCompileCache(join(root, '.cache/node'));
  await import(pathToFileURL(main).href);
} else {
  const child = spawn(node, [QUIET, main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends its interrupt to both; what only this process is sent is passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(error.message));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
