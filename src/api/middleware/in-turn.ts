import { fairSemaphore } from '../../scheduling/fair-semaphore.ts';

/** Runs what holds memory: so many at a time of one workspace, and of all together. The others wait for their turn. */
export function inTurn(each: number, all: number): <T>(workspace: string, run: () => Promise<T>) => Promise<T> {
  const places = fairSemaphore({ places: all, reserve: 0, shareOf: () => ({ weight: 1, maxRunning: each }) });
  return async (workspace, run) => {
    const release = await places.acquire({ workspace, group: workspace });
    try {
      return await run();
    } finally {
      release();
    }
  };
}
