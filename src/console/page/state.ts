import type { Job } from './client.ts';
import type { StagedDocument } from './intake/staged-document.ts';
import { NEWEST, readRoute, type Query, type Route } from './routes.ts';
import type { Session } from './session.ts';

/** Everything that the console knows besides what a view has loaded for itself. */
export interface State {
  /** Undefined until somebody has signed in. */
  readonly session: Session | undefined;
  readonly route: Route;
  /** The query that the list shows; that of the last visit while another page is open. */
  readonly query: Query;
  /** The jobs of the query, as far as they were loaded, as they were last read. */
  readonly jobs: readonly Job[];
  /** Where the list goes on; undefined at its end. */
  readonly next: string | undefined;
  /** The list is sorted among so many of the newest jobs, and there are more; undefined where that is not so. */
  readonly sortedAmong: number | undefined;
  /** The list was read at least once since the query changed. */
  readonly listed: boolean;
  /** How often the list was asked for. An answer to an earlier request is dropped. */
  readonly listRequests: number;
  /** IDs of the jobs that are selected in the list. */
  readonly selected: ReadonlySet<string>;
  /** The panel for new documents is open. */
  readonly adding: boolean;
  /** Documents in the panel, in the order in which they were added. */
  readonly staged: readonly StagedDocument[];
  /** How many documents were ever in the panel. */
  readonly stagedCount: number;
  /** The options of the documents that are started next, as `/convert` takes them. */
  readonly options: Readonly<Record<string, string>>;
  /** Passwords of the documents of jobs, to draw their pages, as long as this page is open. */
  readonly passwords: ReadonlyMap<string, string>;
  /** A sentence about what went wrong. */
  readonly problem: string;
}

type Listener = (now: State, before: State) => void;

let current: State = {
  session: undefined,
  route: readRoute(location.hash),
  query: NEWEST,
  jobs: [],
  next: undefined,
  sortedAmong: undefined,
  listed: false,
  listRequests: 0,
  selected: new Set(),
  adding: false,
  staged: [],
  stagedCount: 0,
  options: {},
  passwords: new Map(),
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
