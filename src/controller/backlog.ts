/**
 * Which of the jobs that wait are looked at. Those that are cost a reading of the store, a write of their status and
 * some 20 KiB of memory each; the others wait unread, as resources, in the order in which they came.
 */
export interface Backlog {
  /** True where the job may be looked at. Else `next` names it once there is room. */
  admit(name: string, workspace: string): boolean;
  /** The job does not wait any more: it runs, has ended, or is gone. */
  leave(name: string): void;
}

export interface BacklogOptions {
  /** Jobs that wait and are looked at, of all workspaces; each has an equal part of them. */
  readonly most: number;
  /** Of one workspace, however many there are. */
  readonly least: number;
  /** There is room for this job. */
  readonly next: (name: string) => void;
}

interface Waiting {
  readonly admitted: Set<string>;
  readonly unread: Set<string>;
}

export function createBacklog({ most, least, next }: BacklogOptions): Backlog {
  const workspaces = new Map<string, Waiting>();
  const workspaceOf = new Map<string, string>();
  const hasRoom = ({ admitted }: Waiting): boolean =>
    admitted.size < Math.max(least, Math.floor(most / workspaces.size));

  const fill = (waiting: Waiting): void => {
    for (const name of waiting.unread) {
      if (!hasRoom(waiting)) return;
      waiting.unread.delete(name);
      waiting.admitted.add(name);
      next(name);
    }
  };

  return {
    admit: (name, workspace) => {
      const waiting = workspaces.get(workspace) ?? { admitted: new Set(), unread: new Set() };
      workspaces.set(workspace, waiting);
      workspaceOf.set(name, workspace);
      if (waiting.admitted.has(name)) return true;
      if (waiting.unread.size > 0 || !hasRoom(waiting)) {
        waiting.unread.add(name);
        return false;
      }
      waiting.admitted.add(name);
      return true;
    },
    leave: (name) => {
      const workspace = workspaceOf.get(name);
      const waiting = workspace === undefined ? undefined : workspaces.get(workspace);
      if (workspace === undefined || !waiting) return;
      workspaceOf.delete(name);
      waiting.unread.delete(name);
      waiting.admitted.delete(name);
      fill(waiting);
      if (waiting.admitted.size + waiting.unread.size === 0) workspaces.delete(workspace);
    },
  };
}
