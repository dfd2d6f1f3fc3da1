import { defineConfig } from 'vitest/config';

/** `npm run test:fuzz`; SCRIPTORIUM_FUZZ_SECONDS says for how long documents are changed. */
export default defineConfig({
  test: {
    include: ['test/fuzz/*.test.ts'],
    globalSetup: ['test/temporary-folder.ts', 'test/prepare-worker.ts'],
    testTimeout: 3_600_000,
    maxWorkers: 1,
    pool: 'forks',
    reporters: ['verbose'],
  },
});
