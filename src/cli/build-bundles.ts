import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureCore } from '../convert/pdf/core/generate.ts';
import { bundle } from './worker-bundle.ts';

/** `npm run build`: the compiled program has the bundles of what has to start quickly with it. */
const root = resolve(import.meta.dirname, '../..');
const bundles = [
  ['worker/main.ts', 'worker/bundle'],
  ['cli/cluster/worker-container.ts', 'cli/cluster/worker-container'],
] as const;

ensureCore();
for (const [main, place] of bundles) {
  const folder = join(root, 'dist', place);
  await mkdir(folder, { recursive: true });
  await bundle({ root, program: 'dist', main, folder });
}
