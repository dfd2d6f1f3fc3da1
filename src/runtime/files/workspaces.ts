import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceSpec } from '../../resource/workspace.ts';
import { WORKSPACE } from '../../resource/workspace-fields.ts';
import type { WorkspaceEntry, Workspaces } from '../workspaces.ts';
import { flushFolder, writeAtomically } from './write-atomically.ts';

const NAME = new RegExp(WORKSPACE);

/**
 * The `Workspaces` port on files: `<folder>/<workspace>.json`, one for each workspace that differs from the defaults.
 * One process at a time owns the folder. Nobody reads a status here: `scriptorium workspaces list` asks the service.
 */
export async function openLocalWorkspaces(folder: string): Promise<Workspaces> {
  await mkdir(folder, { recursive: true });
  const entries = new Map<string, WorkspaceEntry>();
  const followers = new Set<() => void>();
  let writing: Promise<void> = Promise.resolve();
  let version = 0;
  for (const file of await readdir(folder)) {
    if (file.endsWith('.tmp')) await unlink(join(folder, file));
    if (!file.endsWith('.json')) continue;
    const workspace = file.slice(0, -'.json'.length);
    entries.set(workspace, {
      workspace,
      spec: JSON.parse(await readFile(join(folder, file), 'utf8')) as WorkspaceSpec,
    });
  }

  const store = async (workspace: string, spec: WorkspaceSpec): Promise<void> => {
    const path = join(folder, `${workspace}.json`);
    if (Object.keys(spec).length > 0) {
      await writeAtomically(path, JSON.stringify(spec), { version: String(version++), flushed: true });
      entries.set(workspace, { workspace, spec });
    } else if (entries.delete(workspace)) {
      await unlink(path);
      await flushFolder(folder);
    }
    for (const changed of followers) changed();
  };

  return {
    get: (workspace) => entries.get(workspace),
    list: () => [...entries.values()],
    follow: (changed) => {
      followers.add(changed);
      return () => void followers.delete(changed);
    },
    set: async (workspace, spec) => {
      if (!NAME.test(workspace)) throw new Error(`${JSON.stringify(workspace)} is not a valid workspace name`);
      const written = writing.then(() => store(workspace, spec));
      writing = written.catch(() => undefined);
      await written;
    },
    writeStatus: () => Promise.resolve(),
    ageSeconds: () => 0,
    close: () => writing,
  };
}
