import type { SlowStep } from '../lifecycle/admission.ts';
import { openLane, type Lane, type LaneFailure } from '../scheduling/lane.ts';
import type { Share } from '../scheduling/fair-queue.ts';
import { isTransient } from '../failures/transient.ts';

/** The slow steps of admission, each in a lane of its own: nothing that waits there holds up a reconcile. */
export interface AdmissionLanes {
  readonly lanes: readonly Lane[];
  submit(step: SlowStep, work: LaneWork): void;
  /** Ends what is done for a job. */
  cancel(jobId: string): void;
  stop(): Promise<void>;
}

export interface LaneWork {
  readonly jobId: string;
  readonly workspace: string;
  run(signal: AbortSignal): Promise<void>;
  /** All attempts failed for a reason of ours. */
  exhausted(): Promise<void>;
}

export interface AdmissionLanesOptions {
  readonly shareOf: (workspace: string) => Share;
  readonly failed: (lane: string, failure: LaneFailure) => void;
}

/**
 * Tasks bound and share their processes themselves; a lane holds a little more than these serve, so that they never run
 * dry. Half of each lane is left to workspaces that have nothing in it.
 */
const PLACES: Readonly<Record<SlowStep, number>> = { fetch: 32, pin: 16, probe: 16 };
const ATTEMPTS = 5;
const BACKOFF = { firstMs: 200, maxMs: 30_000 };

/** A process that was lost while it worked on this document counts, though it may have been lost by chance. */
const isOutage = (error: unknown): boolean =>
  isTransient(error) && (error as { readonly lostProcess?: boolean }).lostProcess !== true;

export function openAdmissionLanes({ shareOf, failed }: AdmissionLanesOptions): AdmissionLanes {
  const open = (step: SlowStep): Lane =>
    openLane(step, {
      places: PLACES[step],
      reserve: PLACES[step] / 2,
      shareOf,
      attempts: ATTEMPTS,
      backoff: BACKOFF,
      isTransient: isOutage,
      failed: (failure) => failed(step, failure),
    });
  const lanes: Readonly<Record<SlowStep, Lane>> = { fetch: open('fetch'), pin: open('pin'), probe: open('probe') };
  return {
    lanes: Object.values(lanes),
    submit: (step, { jobId, workspace, run, exhausted }) =>
      void lanes[step].submit({ key: jobId, workspace, run, exhausted }),
    cancel: (jobId) => {
      for (const lane of Object.values(lanes)) void lane.cancel(jobId);
    },
    stop: async () => {
      await Promise.all(Object.values(lanes).map((lane) => lane.stop()));
    },
  };
}
