import type { ConvertAssignment } from './assignment.ts';
import type { Channel } from './channel.ts';
import type { PoolRequest } from './pool-request.ts';
import { answerAll } from './run-pool.ts';
import { readyFor } from './warm-up/warm-up.ts';

/**
 * One document in this process's life, which started before the document came: it is asked about files, step by step,
 * or converts an index of a launch, for which it speaks HTTP.
 */
export async function runConverter(channel: Channel): Promise<void> {
  const line = (await readyFor(channel)) as PoolRequest | ConvertAssignment;
  if ('ask' in line) return answerAll(channel, line);
  const { runAttempt } = await import('./run-attempt.ts');
  process.exit(await runAttempt(line));
}
