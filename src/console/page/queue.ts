/** Work that is begun in its order, no more than `atOnce` at a time. */
export interface Queue {
  readonly atOnce: number;
  readonly waiting: (() => Promise<void>)[];
  running: number;
}

export const makeQueue = (atOnce: number): Queue => ({ atOnce, waiting: [], running: 0 });

export function enqueue(queue: Queue, work: () => Promise<void>): void {
  queue.waiting.push(work);
  beginNext(queue);
}

function beginNext(queue: Queue): void {
  const work = queue.running < queue.atOnce ? queue.waiting.shift() : undefined;
  if (!work) return;
  queue.running++;
  void work().finally(() => {
    queue.running--;
    beginNext(queue);
  });
  beginNext(queue);
}
