import { join } from 'node:path';
import { pino } from 'pino';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { openLocalProcesses } from '../../../src/runtime/processes/processes.ts';
import { documentsAt } from '../../worker/open-documents.ts';

/** A service whose converter process hangs in a loop; it says so, and waits to be killed. */
const [scratchFolder] = process.argv.slice(2) as [string];
const program = workerProgram();
const { launcher } = await openLocalProcesses({
  program: {
    ...program,
    main: join(import.meta.dirname, 'hostile-main.ts'),
    readable: [...program.readable, import.meta.dirname],
  },
  scratchFolder,
  base: 'unix:/nowhere',
  openDocuments: documentsAt('unix:/nowhere'),
  sign: { get: () => Promise.resolve('/'), put: () => Promise.resolve('/') },
  log: pino({ level: 'silent' }),
});
launcher.follow((jobId) => {
  void (async () => {
    const [state] = await launcher.observe(jobId);
    if (state?.indexes.get(0)?.state === 'running') process.stdout.write('running');
  })();
});
const limits = { memoryBytes: 2 ** 30, seconds: 600, scratchBytes: 2 ** 30 };
await launcher.launch({
  workspace: 'acme',
  jobId: 'job-1',
  kind: 'convert',
  owner: { name: 'job-1', uid: 'u' },
  firstIndex: 0,
  count: 1,
  native: false,
  launchToken: () => 'hang',
  limits,
  attempts: 1,
});
