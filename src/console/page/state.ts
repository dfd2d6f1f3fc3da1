import type { Job } from './client.ts';
import { readRoute, type Route } from './routes.ts';
import type { Session } from './session.ts';

/** Everything that the console knows besides what a view has loaded for itself. */
export interface State {
  /** Undefined until somebody has signed in. */
  readonly session: Session | undefined;
  readonly route: Route;
  /** The jobs of the query, as far as they were loaded, as they were last read. */
  readonly jobs: readonly Job[];
  /** Where the list goes on; undefined at its end. */
  readonly next: string | undefined;
  /** The list is sorted among so many of the newest jobs, and there are more; undefined where that is not so. */
  readonly sortedAmong: number | undefined;
  /** The list was read at least once since the query changed. */
  readonly listed: boolean;
  /** IDs of the jobs that are selected in the list. */
  readonly selected: ReadonlySet<string>;
  /** The panel for new documents is open. */
  readonly adding: boolean;
  /** A sentence about what went wrong. */
  readonly problem: string;
}

type Listener = (now: State, before: State) => void;

let current: State = {
  session: undefined,
  route: readRoute(location.hash),
  jobs: [],
  next: undefined,
  sortedAmong: undefined,
  listed: false,
  selected: new Set(),
  adding: false,
  problem: '',
};
const listeners: { readonly fields: readonly (keyof State)[]; readonly listener: Listener }[] = [];

export const state = (): State => current;

/** Changes fields of the state, then calls those that watch them. */
export function update(changes: Partial<State>): void {
  const before = current;
  current = { ...current, ...changes };
  for (const { fields, listener } of listeners)
    if (fields.some((field) => before[field] !== current[field])) listener(current, before);
}

/** Calls the listener whenever one of the fields has changed. */
export function watch(fields: readonly (keyof State)[], listener: Listener): void {
  listeners.push({ fields, listener });
}
