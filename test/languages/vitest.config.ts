import { defineConfig } from 'vitest/config';

const results = process.env['RESULTS'];

/** `npm run test:languages`: installs OCR data of nine languages from npm (72 MB) the first time. */
export default defineConfig({
  test: {
    include: ['test/languages/*.test.ts'],
    testTimeout: 240_000,
    maxWorkers: 1,
    pool: 'forks',
    reporters: results === undefined ? ['verbose'] : ['verbose', ['json', { outputFile: results }]],
  },
});
