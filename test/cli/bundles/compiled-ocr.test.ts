import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { compileOcrOnce } from '../../../src/cli/bundles/compiled-ocr.ts';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { COMPILED_CORE, readCompiled } from '../../../packages/engine/src/ocr/compiled-core.ts';
import { coreBytes } from '../../../packages/engine/src/ocr/core.ts';
import { optimizeLate } from '../../../src/worker/warm-up/tiers.ts';

// Pages are read, on a busy machine for a minute.
vi.setConfig({ testTimeout: 240_000 });

it('compiles OCR beside the bundle, once, for processes with the flags of converters', async () => {
  const program = workerProgram();
  const bundle = dirname(program.main);
  // The bundle finds its sources from where it is.
  const folder = await mkdtemp(`${bundle}-test-`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(bundle, folder, { recursive: true, filter: (path) => !path.includes(COMPILED_CORE) });
  const copy = { ...program, main: join(folder, 'start.cjs') };
  const file = join(folder, COMPILED_CORE);

  expect(compileOcrOnce(copy)).toBe(true);
  expect(compileOcrOnce(copy)).toBe(false);
  await vi.waitFor(async () => expect((await stat(file)).size).toBeGreaterThan(100_000), {
    timeout: 200_000,
    interval: 500,
  });
  expect(compileOcrOnce(copy)).toBe(false);

  expect(readCompiled(coreBytes(), file)).toBeUndefined();
  optimizeLate();
  expect(readCompiled(coreBytes(), file)).toBeDefined();
});
