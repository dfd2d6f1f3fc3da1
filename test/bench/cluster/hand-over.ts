/**
 * `node test/bench/cluster/hand-over.ts [--times N]`: from the end of the leading controller to the next leader's first
 * look at a job, in the release that `SCRIPTORIUM_KEEP=true npm run test:e2e` leaves, on the machine where the cluster
 * runs.
 */
import { handOver } from '../../e2e/hand-over.ts';

const times = process.argv.includes('--times') ? Number(process.argv[process.argv.indexOf('--times') + 1]) : 5;
for (const ending of ['SIGTERM', 'SIGKILL', 'gone'] as const) {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) taken.push(await handOver(ending));
  process.stdout.write(`${ending}: ${taken.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s\n`);
}
