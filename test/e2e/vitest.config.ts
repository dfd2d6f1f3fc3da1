import { defineConfig } from 'vitest/config';

const results = process.env['RESULTS'];

/** One release in one cluster: files run one after another, and a file's tests in their order. */
export default defineConfig({
  test: {
    include:
      process.env['SCRIPTORIUM_ALL_FAULTS'] === 'true'
        ? ['test/e2e/*.test.ts']
        : [
            'test/e2e/happy.test.ts',
            'test/e2e/kubectl.test.ts',
            'test/e2e/network.test.ts',
            'test/e2e/workers.test.ts',
            'test/e2e/image.test.ts',
            'test/e2e/faults.test.ts',
          ],
    globalSetup: ['test/e2e/install.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    maxWorkers: 1,
    pool: 'forks',
    reporters: results === undefined ? ['verbose'] : ['verbose', ['json', { outputFile: results }]],
  },
});
