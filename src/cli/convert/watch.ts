import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Input, Inputs } from './inputs.ts';

/** Programs write a file in several steps; what changes within this time is one change. */
const SETTLE_MS = 300;

export interface Watched {
  /** The documents as they are now. */
  readonly search: () => Promise<Inputs>;
  /** Those whose results are ours to replace. */
  readonly converted: readonly Input[];
}

/** Documents that changed (`again`) or are new. */
export interface Changed {
  readonly inputs: readonly Input[];
  readonly again: boolean;
}

/** Converts what changes below the arguments, until the command is interrupted. */
export async function watchInputs(
  files: readonly string[],
  { search, converted }: Watched,
  convert: (changed: Changed) => Promise<readonly { readonly code?: string }[]>,
): Promise<never> {
  const ours = new Set(converted.map(({ path }) => path));
  const seen = new Map((await search()).inputs.map((input) => [input.path, stampOf(input.path)]));
  const changes = { pending: false, wake: (): void => {} };
  const onChange = (): void => {
    changes.pending = true;
    changes.wake();
  };
  const watchers = files.map((file) => watchPath(file, onChange));
  try {
    for (;;) {
      if (!changes.pending)
        await new Promise<void>((resolve) => {
          changes.wake = resolve;
        });
      await delay(SETTLE_MS);
      changes.pending = false;
      const { inputs } = await search();
      const changed = inputs.filter(({ path }) => seen.get(path) !== stampOf(path));
      for (const { path } of changed) seen.set(path, stampOf(path));
      for (const again of [true, false]) {
        const some = changed.filter(({ path }) => ours.has(path) === again);
        const report = some.length > 0 ? await convert({ inputs: some, again }) : [];
        for (const [i, { path }] of some.entries()) if (report[i]?.code === undefined) ours.add(path);
      }
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

function watchPath(file: string, changed: () => void): FSWatcher {
  return statSync(file).isDirectory() ? watch(file, { recursive: true }, changed) : watch(dirname(file), changed);
}

/** The facts of a file that change when it is written. */
function stampOf(path: string): string {
  const info = statSync(path, { throwIfNoEntry: false });
  return info === undefined ? '' : `${info.mtimeMs} ${info.size}`;
}
