import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const VERSION = /^v(\d+)\./;

/** A Node of this machine that is older than the one that Scriptorium needs. */
const older = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((node) => {
    if (!existsSync(node)) return false;
    const version = VERSION.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1];
    return Number(version) >= 20 && Number(version) < 24;
  });

it.skipIf(older === undefined)('runs in a checkout with an older Node, by the Node that npm has installed', () => {
  const said = execFileSync(older!, [join(ROOT, 'bin/scriptorium.js'), '--version'], { encoding: 'utf8' });
  expect(said).toMatch(/^\d+\.\d+\.\d+\n$/);
});
