/** A place to run; `give` returns it. */
export type Give = () => void;

/** Hands out a fixed number of places, to waiting jobs in turn: a job with a hundred ranges does not keep out one with a single page. */
export interface Turns {
  /** Resolves when it is this job's turn. */
  take(jobId: string): Promise<Give>;
}

export function openTurns(places: number): Turns {
  let free = places;
  // A map keeps its order: the job at its head is next, and goes to its end.
  const waiting = new Map<string, (() => void)[]>();

  function serve(): void {
    while (free > 0) {
      const next = waiting.entries().next();
      if (next.done) return;
      const [jobId, queue] = next.value;
      waiting.delete(jobId);
      const start = queue.shift();
      if (queue.length > 0) waiting.set(jobId, queue);
      free--;
      start?.();
    }
  }
  return {
    take(jobId) {
      return new Promise((resolve) => {
        const start = (): void => {
          let given = false;
          resolve(() => {
            if (given) return;
            given = true;
            free++;
            serve();
          });
        };
        const queue = waiting.get(jobId);
        if (queue) queue.push(start);
        else waiting.set(jobId, [start]);
        serve();
      });
    },
  };
}
