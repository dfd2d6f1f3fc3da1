import { receiptSweep } from '../controller/fold.ts';
import { sweepFinished } from '../controller/finished-sweep.ts';
import { orphanSweep, type OrphanSweepDeps } from '../controller/orphan-sweep.ts';
import { sweepRetention, type RetentionDeps } from '../controller/retention.ts';
import type { Logger } from '../telemetry/log.ts';

/**
 * Retention lists everything that is kept: by the hour is soon enough for what is kept for days.
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

const RESTS = 20;

/**
 * Until the next sweep. What looks at everything that is unfinished takes the longer the more there is: it rests for
 * many times as long, so that the store has other things to do.
 */
export const pauseAfter = (tookMs: number, everySeconds: number): number =>
  Math.max(everySeconds * 1000, RESTS * tookMs);

/** Does it now and, with a pause, again and again. `sweep` answers what it did, by kind. */
function repeat(
  log: Logger,
  everySeconds: number,
  sweep: () => Promise<Readonly<Record<string, number>>>,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const once = async (): Promise<void> => {
    const began = performance.now();
    try {
      const done = await sweep();
      if (Object.values(done).some((count) => count > 0)) log.info(done, 'swept');
    } catch (error) {
      log.warn({ err: error }, 'sweep failed, will retry');
    }
    if (!stopped) timer = setTimeout(start, pauseAfter(performance.now() - began, everySeconds));
  };
  let running = Promise.resolve();
  const start = (): void => {
    running = once();
  };
  start();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
