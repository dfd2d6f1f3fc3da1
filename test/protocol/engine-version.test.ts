import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { computeEngineVersion } from '../../src/protocol/engine-sources.ts';
import { engineVersion } from '../../src/protocol/engine-version.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const folder = mkdtempSync(join(tmpdir(), 'engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of what the version is computed from. */
let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(folder, 'checkout-'));
  for (const path of [
    'packages/engine/src',
    'packages/ocr-kernels/src',
    'packages/pdf-core/patches',
    'packages/pdf-core/src',
    'src/accounting',
    'src/protocol',
    'src/worker',
    'package-lock.json',
    'package.json',
  ])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
});

const lockOf = (): { packages: Record<string, { version: string }> } =>
  JSON.parse(readFileSync(join(copy, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };

/** The version after one package of the lock file has another version. */
function withVersion(name: string): string {
  const lock = lockOf();
  lock.packages[`node_modules/${name}`]!.version = '99.0.0';
  writeFileSync(join(copy, 'package-lock.json'), JSON.stringify(lock));
  return computeEngineVersion(copy);
}

describe('the version of the engine', () => {
  it('is the same for the same sources, wherever they lie', () => {
    expect(computeEngineVersion(copy)).toBe(engineVersion());
  });

  it.each([
    'packages/engine/src/markdown/escape.ts',
    'packages/pdf-core/patches/08-tokens.patch',
    'packages/pdf-core/src/patch.ts',
    'src/worker/part-file.ts',
  ])('changes with %s', (path) => {
    appendFileSync(join(copy, path), '\n');
    expect(computeEngineVersion(copy)).not.toBe(engineVersion());
  });

  it('changes with a source that is added', () => {
    writeFileSync(join(copy, 'packages/engine/src/added.ts'), '');
    expect(computeEngineVersion(copy)).not.toBe(engineVersion());
  });

  it('stays when only the service around it changes', () => {
    appendFileSync(join(copy, 'src/accounting/rate-card.ts'), '\n');
    appendFileSync(join(copy, 'src/worker/transfer/http.ts'), '\n');
    expect(computeEngineVersion(copy)).toBe(engineVersion());
  });

  it.each(['pdfjs-dist', 'xlsx', 'htmlparser2', 'domhandler'])('changes with the version of %s', (name) => {
    expect(withVersion(name)).not.toBe(engineVersion());
  });

  it.each(['koa', 'vitest'])('stays with another version of %s', (name) => {
    expect(withVersion(name)).toBe(engineVersion());
  });

  it('is the same in the compiled program, which has it without the sources', async () => {
    mkdirSync(join(copy, 'dist/src/protocol'), { recursive: true });
    execFileSync(process.execPath, [join(copy, 'src/protocol/engine-sources.ts')]);
    const here = await import(join(copy, 'src/protocol/engine-version.ts'));
    rmSync(join(copy, 'src'), { recursive: true });
    const compiled = (await import(join(copy, 'dist/src/protocol/engine-version.js'))) as { engineVersion(): string };
    expect(compiled.engineVersion()).toBe(engineVersion());
    expect(Object.keys(compiled), 'nothing that other modules import is missing').toEqual(Object.keys(here as object));
  });
});
