import type { Histogram } from 'prom-client';

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Times and counts each of these calls of a port under its name; the port is the same otherwise. */
export function timed<P extends object>(
  port: P,
  calls: readonly (keyof P & string)[],
  seconds: Histogram<'operation' | 'result'>,
): P {
  const wrapped = calls.map((operation) => {
    const call: Call = async (...args) => {
      const began = performance.now();
      const done = (result: 'done' | 'failed'): void =>
        seconds.observe({ operation, result }, (performance.now() - began) / 1000);
      try {
        const answer = await (port[operation] as Call)(...args);
        done('done');
        return answer;
      } catch (error) {
        done('failed');
        throw error;
      }
    };
    return [operation, call];
  });
  return { ...port, ...Object.fromEntries(wrapped) };
}
