import type { WorkspaceSpec } from '../../resource/workspace.ts';
import { WORKSPACE } from '../../resource/workspace-fields.ts';
import type { Workspaces } from '../workspaces.ts';
import { openJsonFolder } from './json-folder.ts';

const NAME = new RegExp(WORKSPACE);

/**
 * The `Workspaces` port on files: `<folder>/<workspace>.json`, one for each workspace that differs from the defaults.
 * One process at a time owns the folder. Nobody reads a status here: `scriptorium workspaces list` asks the service.
 */
export async function openLocalWorkspaces(folder: string): Promise<Workspaces> {
  const { values, set, close } = await openJsonFolder<WorkspaceSpec>(folder);
  const followers = new Set<() => void>();
  return {
    get: (workspace) => {
      const spec = values.get(workspace);
      return spec && { workspace, spec };
    },
    list: () => Array.from(values, ([workspace, spec]) => ({ workspace, spec })),
    follow: (changed) => {
      followers.add(changed);
      return () => void followers.delete(changed);
    },
    set: async (workspace, spec) => {
      if (!NAME.test(workspace)) throw new Error(`${JSON.stringify(workspace)} is not a valid workspace name`);
      await set(workspace, Object.keys(spec).length > 0 ? spec : undefined);
      for (const changed of followers) changed();
    },
    writeStatus: () => Promise.resolve(),
    ageSeconds: () => 0,
    close,
  };
}
