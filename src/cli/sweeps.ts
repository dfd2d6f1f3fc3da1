import { receiptSweep } from '../controller/fold.ts';
import { sweepFinished } from '../controller/finished-sweep.ts';
import { orphanSweep, type OrphanSweepDeps } from '../controller/orphan-sweep.ts';
import { sweepRetention, type RetentionDeps } from '../controller/retention.ts';
import type { Logger } from '../telemetry/log.ts';

/**
 * What retention looks at is everything that is kept, page by page of listings: by the hour is soon enough for what is
 * kept for days.
 */
const RETENTION_SECONDS = 3600;

/**
 * Looks for orphans, and by the hour for what has had its time, again and again. Returns a function that stops it and
 * waits for what is running.
 */
export function startSweeps(
  deps: OrphanSweepDeps & RetentionDeps & { readonly log: Logger },
  everySeconds: number,
): () => Promise<void> {
  const { maxFinished } = deps.settings;
  const sweepOrphans = orphanSweep(deps);
  const sweepReceipts = receiptSweep(deps);
  const stops = [
    repeat(deps.log, everySeconds, async () => ({ ...(await sweepOrphans()), folded: await sweepReceipts() })),
    repeat(deps.log, everySeconds, async () => ({ tooMany: await sweepFinished({ ...deps, maxFinished }) })),
    repeat(deps.log, Math.max(everySeconds, RETENTION_SECONDS), async () => ({ deleted: await sweepRetention(deps) })),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Does it now and every so often, but never twice at once. `sweep` answers what it did, by kind. */
function repeat(
  log: Logger,
  everySeconds: number,
  sweep: () => Promise<Readonly<Record<string, number>>>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const once = async (): Promise<void> => {
    try {
      const done = await sweep();
      if (Object.values(done).some((count) => count > 0)) log.info(done, 'swept');
    } catch (error) {
      log.warn({ err: error }, 'sweep failed, will retry');
    }
  };
  const start = (): void => {
    running ??= once().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(start, everySeconds * 1000);
  start();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
