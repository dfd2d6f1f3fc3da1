import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '../rest/client.ts';

/** A step of `helm test`: what it needs is in its name, and what to check if it fails. */
export interface TestStep {
  readonly name: string;
  readonly seconds: number;
  readonly advice?: string;
  /** The last state that was seen, for a step that takes too long. */
  readonly seen?: () => string;
}

/** Runs a step. Throws `Refused` with its name, what was wrong and what to check. */
export async function inStep<T>({ name, seconds, advice, seen }: TestStep, act: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(seconds * 1000, undefined, { signal: over.signal });
    throw new Error([`no end within ${seconds} seconds.`, seen?.()].filter(Boolean).join(' '));
  };
  try {
    return await Promise.race([act(), late()]);
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.');
    const message = `Step "${name}" failed: ${why}`;
    throw new Refused(error instanceof Refused ? error.status : 0, [message, advice].filter(Boolean).join(' '));
  } finally {
    over.abort();
  }
}
