import { defineConfig } from 'vitest/config';

const results = process.env['RESULTS'];

/** What loads the engine and keeps no state: 150 files share their processes, since each would load it for a second. */
const ENGINE = [
  'packages/engine/test/!(ocr|image|hostile)/**/*.test.ts',
  'packages/{pdf-core,ocr-kernels}/test/**/*.test.ts',
  'test/bench/{checks,factory,official,quality}/**/*.test.ts',
];

/** What loads the service, likewise. */
const SERVICE = [
  'test/{accounting,api,controller,ledger,lifecycle,protocol,records,resource,scheduling,secrets}/**/*.test.ts',
  'test/{telemetry,worker}/**/*.test.ts',
  'test/docs/**/*.test.ts',
  'test/interface/interface.test.ts',
  'test/objects/!(web-identity).test.ts',
  'test/runtime/{files,kubernetes,workers}/**/*.test.ts',
];

/**
 * What drives Chromium. It drops what it loads when addresses of the machine change, so that these run first, and apart
 * from tests in a cluster.
 */
const BROWSER = ['test/console/**/*.test.ts', 'test/interface/reference.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['test/temporary-folder.ts', 'test/prepare-worker.ts', 'test/custom-resources.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    pool: 'forks',
    projects: [
      { test: { name: 'browser', include: BROWSER, sequence: { groupOrder: 0 } } },
      { test: { name: 'engine', include: ENGINE, isolate: false, sequence: { groupOrder: 1 } } },
      { test: { name: 'service', include: SERVICE, isolate: false, sequence: { groupOrder: 1 } } },
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
            ...BROWSER,
            ...ENGINE,
            ...SERVICE,
          ],
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // For continuous integration, which counts.
    reporters: results === undefined ? ['default'] : ['default', ['json', { outputFile: results }]],
  },
});
