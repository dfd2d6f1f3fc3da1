import { basename } from 'node:path';
import { openChannel } from '../../../src/worker/channel.ts';
import type { PoolRequest } from '../../../src/worker/pool-request.ts';

/**
 * A pool process that some documents take over, by their names; the others it answers with its own process id as their
 * page count.
 */
const channel = openChannel();
channel.send({ type: 'ready' });
const kept: Uint8Array[] = [];
for (;;) {
  const request = (await channel.next()) as Extract<PoolRequest, { ask: 'probe' }>;
  switch (basename(request.file.path)) {
    case 'crash':
      process.abort();
    case 'hang':
      for (;;);
    case 'fill':
      for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
    default:
  }
  channel.send({
    type: 'result',
    result: {
      outcome: 'probed',
      source: { format: 'pdf', bytes: 1, pages: process.pid, scanned: false, ranged: true, native: false },
    },
  });
}
