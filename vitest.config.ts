import { defineConfig } from 'vitest/config';

const results = process.env['RESULTS'];

/** What loads the engine and keeps no state: 150 files share their processes, since each would load it for a second. */
const ENGINE = 'packages/engine/test/!(ocr|image|hostile)/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/temporary-folder.ts', 'test/prepare-worker.ts', 'test/custom-resources.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    pool: 'forks',
    projects: [
      { test: { name: 'engine', include: [ENGINE], isolate: false } },
      {
        test: {
          name: 'each alone',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [
            'test/e2e/**',
            'test/fuzz/**',
            'test/languages/**',
            'test/bench/.corpus/**',
            'node_modules/**',
            ENGINE,
          ],
        },
      },
    ],
    // For continuous integration, which counts.
    reporters: results === undefined ? ['default'] : ['default', ['json', { outputFile: results }]],
  },
});
