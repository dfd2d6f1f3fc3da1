import type { JobState, Stage } from './choices.ts';

/**
 * The life of a job, as data. Three objects of the store tell where a job stands: its *intent*, as long as it is
 * unfinished; its *receipt*, which decides how it ends and is written once; and its *record*, from its end on.
 *
 *             open            admit                 end
 *     gone ─────────▶ pending ────────▶ accepted ─────────▶ ended ────────▶ expired
 *      ▲                │ ▲ │              │                  ▲    expire
 *      │ forget    drop │ │ │    reopen    │                  │
 *      └──── dropped ◀──┘ └─┼──────────────┘                  │
 *                           └─────────────────────────────────┘
 *                                     end, refuse
 *
 * `pending`: admission is under way, or a request was refused for want of credits and may be repeated. `accepted`: the
 * input is pinned (or a URL yet to be fetched), credits are held, and a resource exists or is about to. `dropped`:
 * nobody came back, and a sweep removes the intent. `ended`: there is a record and no intent; a job that was refused
 * for its size has no receipt. `expired`: its artifacts are gone.
 */
export const TRANSITIONS = {
  gone: { open: 'pending' },
  pending: { admit: 'accepted', drop: 'dropped', end: 'ended', refuse: 'ended' },
  accepted: { reopen: 'pending', end: 'ended' },
  dropped: { forget: 'gone' },
  ended: { expire: 'expired' },
  expired: {},
} as const;

export type LifeState = keyof typeof TRANSITIONS;
/** States in which a job has an intent. */
export type IntentState = Extract<LifeState, 'pending' | 'accepted' | 'dropped'>;
type TransitionsFrom<S extends LifeState> = (typeof TRANSITIONS)[S];
export type Transition = { [S in LifeState]: keyof TransitionsFrom<S> }[LifeState];

/** Where the transition leads; undefined when it does not exist in this state. */
export function stateAfter(state: LifeState, transition: Transition): LifeState | undefined {
  const from: Partial<Record<Transition, LifeState>> = TRANSITIONS[state];
  return from[transition];
}

/**
 * The phases of a job as its status and the interface show them: which state, and which stage of it.
 *
 *     new ──▶ admitting ──▶ waiting ──▶ converting ──▶ finalizing ──▶ succeeded, failed or canceled ──▶ expired
 *                │  ▲
 *                ▼  │
 *               unpaid
 *
 * Every phase before the end can lead to failed or canceled; a cached result leads from waiting to succeeded. Of the
 * states above, `new` is gone; `admitting` and `unpaid` are pending, or accepted where a URL is yet to be fetched;
 * `waiting` to `finalizing` are accepted.
 */
export const PHASES = {
  /** The controller has not opened its intent yet. */
  new: { state: 'queued', stage: 'preparing' },
  /** The document is fetched, read and priced. */
  admitting: { state: 'queued', stage: 'preparing' },
  /** The workspace has too few credits. */
  unpaid: { state: 'input_required', stage: 'preparing' },
  /** For a converter. */
  waiting: { state: 'queued', stage: 'preparing' },
  converting: { state: 'running', stage: 'converting' },
  /** All page ranges are converted, and are merged. */
  finalizing: { state: 'running', stage: 'finalizing' },
  succeeded: { state: 'succeeded', stage: 'complete', terminal: true },
  failed: { state: 'failed', stage: 'error', terminal: true },
  canceled: { state: 'canceled', stage: 'complete', terminal: true },
  expired: { state: 'expired', stage: 'complete', terminal: true },
} as const satisfies Record<string, { readonly state: JobState; readonly stage: Stage; readonly terminal?: true }>;

export type Phase = keyof typeof PHASES;

const TERMINAL: ReadonlySet<JobState> = new Set(
  Object.values(PHASES).flatMap((phase) => ('terminal' in phase ? [phase.state] : [])),
);

/** True once the job has ended, as far as its status tells. */
export const hasEnded = (job: { readonly status?: { readonly state: JobState } }): boolean =>
  job.status !== undefined && TERMINAL.has(job.status.state);
