import { defineConfig } from 'vitest/config';

const results = process.env['RESULTS'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/fuzz/**', 'test/languages/**', 'test/bench/.corpus/**', 'node_modules/**'],
    globalSetup: ['test/temporary-folder.ts', 'test/prepare-worker.ts', 'test/custom-resources.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    pool: 'forks',
    // For continuous integration, which counts.
    reporters: results === undefined ? ['default'] : ['default', ['json', { outputFile: results }]],
  },
});
