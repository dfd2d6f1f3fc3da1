import { tooMany } from '../problem.ts';

/** Runs what takes long, but only so many at a time for one workspace; more are refused with 429. */
export function atOnce(most: number): <T>(workspace: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  return async (workspace, run) => {
    const count = running.get(workspace) ?? 0;
    if (count >= most)
      throw tooMany(`The workspace has ${count} such requests under way, which is the maximum. Try again.`, 2);
    running.set(workspace, count + 1);
    try {
      return await run();
    } finally {
      const left = running.get(workspace)! - 1;
      if (left === 0) running.delete(workspace);
      else running.set(workspace, left);
    }
  };
}
