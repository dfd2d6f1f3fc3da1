import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { ensureCore } from '../../../packages/pdf-core/src/generate.ts';
import { bundle } from './worker-bundle.ts';

/** `npm run build`: the compiled program has the bundles of what has to start quickly with it. */
const root = resolve(import.meta.dirname, '../../..');
const bundles = [
  ['worker/main.ts', 'worker/bundle'],
  ['cli/cluster/worker-container.ts', 'cli/cluster/worker-container'],
] as const;

ensureCore();
for (const [main, place] of bundles) {
  const folder = join(root, 'dist/src', place);
  await mkdir(folder, { recursive: true });
  await bundle({ root, isCompiled: true, main, folder });
}

// It is in the program, so that an installation needs neither the library nor what it depends on.
await build({
  entryPoints: [join(root, 'src/runtime/kubernetes/api/library.ts')],
  outfile: join(root, 'dist/src/runtime/kubernetes/api/library.js'),
  bundle: true,
  minify: true,
  legalComments: 'none',
  platform: 'node',
  format: 'esm',
  target: 'es2024',
  external: ['undici'],
  // Some of what it depends on is CommonJS.
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  logLevel: 'silent',
});
