import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';

test('converter processes do not look through the fonts of the machine', () => {
  const { execPath, env } = workerProgram();
  const script = "process.stdout.write(JSON.stringify(require('@napi-rs/canvas').GlobalFonts.families))";
  const cwd = resolve(import.meta.dirname, '../../..');
  expect(execFileSync(execPath, ['--eval', script], { env: { ...env }, cwd, encoding: 'utf8' })).toBe('[]');
});
