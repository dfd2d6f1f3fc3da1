import { SHOWN_FAILURES } from '../../resource/batch-fields.ts';
import type { BatchFailure, BatchItem, BatchState } from '../../records/batches.ts';

/** How a document of a batch ended. */
export type ItemEnding =
  | { readonly outcome: 'succeeded'; readonly pages: number; readonly credits: number }
  | { readonly outcome: 'failed'; readonly failure: BatchFailure; readonly credits: number }
  | { readonly outcome: 'canceled' };

/** Failures of one file. */
export const FILE_FAILURES = 200;

/** Objects of which nothing else is known than that they are to be converted. */
export const countFound = ({ open, succeeded, failed, canceled }: BatchState): number =>
  open.length + succeeded + failed + canceled;

/** The state once these documents have ended, by their jobs. What is not open is left out: it is counted already. */
export function recordEndings(state: BatchState, endings: ReadonlyMap<string, ItemEnding>): BatchState {
  const ended = state.open.flatMap(({ jobId }) => endings.get(jobId) ?? []);
  if (ended.length === 0) return state;
  const count = (outcome: ItemEnding['outcome']): number => ended.filter((one) => one.outcome === outcome).length;
  const failures = ended.flatMap((one) => (one.outcome === 'failed' ? [one.failure] : []));
  return {
    ...state,
    open: state.open.filter(({ jobId }) => !endings.has(jobId)),
    succeeded: state.succeeded + count('succeeded'),
    failed: state.failed + count('failed'),
    canceled: state.canceled + count('canceled'),
    pages: state.pages + sum(ended.map((one) => (one.outcome === 'succeeded' ? one.pages : 0))),
    settledCredits: state.settledCredits + sum(ended.map((one) => (one.outcome === 'canceled' ? 0 : one.credits))),
    lastFailures: [...state.lastFailures, ...failures].slice(-SHOWN_FAILURES),
    newFailures: [...state.newFailures, ...failures],
  };
}

/** Objects that follow the cursor, as they were listed. */
export interface Listing {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  readonly isLast: boolean;
}

export interface Selection {
  /** How many more may be open. */
  readonly room: number;
  /** In lower case; all objects if there are none. */
  readonly suffixes: readonly string[];
  newIds(): Pick<BatchItem, 'jobId' | 'documentId'>;
}

/**
 * Takes objects from the listing until there is no room, and moves the cursor behind the last that was looked at. The
 * rest of the listing follows the new cursor.
 */
export function takeListed(
  state: BatchState,
  { objects, isLast }: Listing,
  { room, suffixes, newIds }: Selection,
): { readonly state: BatchState; readonly rest: Listing } {
  const taken: BatchItem[] = [];
  let [looked, skipped] = [0, 0];
  for (const { key, bytes } of objects) {
    const isTaken = isDocument(key, bytes, suffixes);
    if (isTaken && taken.length >= room) break;
    looked += 1;
    if (isTaken) taken.push({ key, bytes, ...newIds() });
    else if (!isFolderMark(key, bytes)) skipped += 1;
  }
  const rest = { objects: objects.slice(looked), isLast };
  const cursor = objects[looked - 1]?.key ?? state.cursor;
  return {
    rest,
    state: {
      ...state,
      ...(cursor !== undefined && { cursor }),
      listed: rest.objects.length === 0 && isLast,
      open: [...state.open, ...taken],
      skipped: state.skipped + skipped,
    },
  };
}

/** Consoles of object stores mark folders by an empty object whose name ends in a slash. */
const isFolderMark = (key: string, bytes: number): boolean => bytes === 0 && key.endsWith('/');

function isDocument(key: string, bytes: number, suffixes: readonly string[]): boolean {
  if (isFolderMark(key, bytes)) return false;
  const name = key.toLowerCase();
  return suffixes.length === 0 || suffixes.some((suffix) => name.endsWith(suffix));
}

/** Failures that fill a file leave the state. The file is to be written before it. */
export function cutFailures(
  state: BatchState,
  newFile: () => string,
): {
  readonly state: BatchState;
  readonly files: readonly { readonly file: string; readonly failures: readonly BatchFailure[] }[];
} {
  const { newFailures, failureFiles } = state;
  const count = Math.floor(newFailures.length / FILE_FAILURES);
  if (count === 0) return { state, files: [] };
  const files = Array.from({ length: count }, (_, i) => ({
    file: newFile(),
    failures: newFailures.slice(i * FILE_FAILURES, (i + 1) * FILE_FAILURES),
  }));
  return {
    files,
    state: {
      ...state,
      newFailures: newFailures.slice(count * FILE_FAILURES),
      failureFiles: [...failureFiles, ...files.map(({ file }) => file)],
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
