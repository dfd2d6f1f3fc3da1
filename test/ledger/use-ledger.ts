/**
 * A process that does with a ledger what the service does: `node use-ledger.ts URL PREFIX`. It ends with what it
 * found, as JSON.
 */
import { redisLedger } from '../../src/ledger/redis.ts';

const [url = '', prefix = ''] = process.argv.slice(2);
const ledger = redisLedger({ url, prefix, installation: 'a' });
const heard = new Promise<string>((resolve) => ledger.onNudge(resolve));
try {
  await ledger.rebuild(async () => ({
    grants: [{ id: 'g', workspace: 'w', credits: 10 }],
    receipts: [],
    holds: [{ jobId: 'old', workspace: 'w', credits: 1 }],
  }));
  const held = await ledger.setHold({ jobId: 'j', workspace: 'w', credits: 3 });
  await ledger.settle({ jobId: 'j', workspace: 'w', credits: 2 });
  await ledger.startAttempt('j', 0, 'attempt');
  const isNeeded = await ledger.needsRebuild();
  // A listener that is not subscribed yet hears nothing.
  const nudges = setInterval(() => ledger.nudge('j'), 50);
  const nudge = await Promise.race([
    heard,
    new Promise((_, reject) => setTimeout(reject, 5000, new Error('no nudge'))),
  ]);
  clearInterval(nudges);
  process.stdout.write(JSON.stringify({ held, isNeeded, nudge, balance: await ledger.balance('w') }));
} catch (error) {
  process.stdout.write(JSON.stringify({ error: String(error), cause: String((error as Error).cause) }));
} finally {
  await ledger.close();
}
