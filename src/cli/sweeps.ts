import { receiptSweep } from '../controller/fold.ts';
import { sweepIntents, type OrphanDeps } from '../controller/orphans.ts';
import { sweepRetention, type RetentionDeps } from '../controller/retention.ts';
import { holdSweep } from '../records/orphaned-holds.ts';
import type { Logger } from '../telemetry/log.ts';

/** Looks for orphans and for what has had its time, again and again. Returns a function that stops it and waits for the running one. */
export function startSweeps(deps: OrphanDeps & RetentionDeps & { readonly log: Logger }, everySeconds: number): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const sweepHolds = holdSweep(deps);
  const sweepReceipts = receiptSweep(deps);
  const sweep = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const intents = await sweepIntents(deps);
      const givenBack = await sweepHolds();
      const deleted = await sweepRetention(deps);
      const folded = await sweepReceipts();
      if (folded + deleted + givenBack + intents.canceled + intents.dropped + intents.followed > 0) deps.log.info({ ...intents, givenBack, deleted, folded }, 'swept');
    } catch (error) {
      deps.log.warn({ err: error }, 'a sweep failed, to be repeated');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => { running = sweep(); }, everySeconds * 1000);
  running = sweep();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
