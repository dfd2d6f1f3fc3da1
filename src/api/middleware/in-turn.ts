interface Waiting {
  readonly workspace: string;
  readonly start: () => void;
}

/**
 * Runs what holds memory: so many at a time of one workspace, and of all together. The others wait for their turn,
 * whose workspace has a free place first.
 */
export function inTurn(each: number, all: number): <T>(workspace: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  let total = 0;

  const isFree = (workspace: string): boolean => total < all && (running.get(workspace) ?? 0) < each;
  const enter = (workspace: string): void => {
    total += 1;
    running.set(workspace, (running.get(workspace) ?? 0) + 1);
  };
  const leave = (workspace: string): void => {
    total -= 1;
    const left = running.get(workspace)! - 1;
    if (left === 0) running.delete(workspace);
    else running.set(workspace, left);
    const next = waiting.findIndex((one) => isFree(one.workspace));
    if (next === -1) return;
    const [one] = waiting.splice(next, 1);
    enter(one!.workspace);
    one!.start();
  };
  return async (workspace, run) => {
    if (isFree(workspace)) enter(workspace);
    else await new Promise<void>((start) => waiting.push({ workspace, start }));
    try {
      return await run();
    } finally {
      leave(workspace);
    }
  };
}
