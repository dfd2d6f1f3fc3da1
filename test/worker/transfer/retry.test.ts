import { describe, expect, it } from 'vitest';
import { terminationOf } from '../../../src/runtime/processes/termination.ts';
import { findFailures } from '../../../src/runtime/kubernetes/launches/job-status.ts';
import { EXIT } from '../../../src/protocol/worker.ts';
import { retried, setPatience, Unavailable } from '../../../src/worker/transfer/retry.ts';

const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('trouble of the service, as a converter sees it', () => {
  it('is outlived', async () => {
    let calls = 0;
    const answer = await retried(async () => {
      calls += 1;
      if (calls < 3) throw refused();
      return Promise.resolve('here');
    });
    expect(answer).toBe('here');
  });

  it('is told from a fault of the document once patience has run out', async () => {
    setPatience(100);
    const error = await retried(() => Promise.reject(refused())).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') as string, transient: true });
    await expect(retried(() => Promise.reject(new Error('bad document')))).rejects.toThrow(/^bad document$/);
  });

  it('blames no document where a process ends for it', () => {
    const exit = { code: EXIT.unavailable, signal: null, stderr: '' };
    expect(terminationOf(exit)).toMatchObject({ type: 'failed', reason: 'stranded_running', attempts: Infinity });
    const terminated = { exitCode: EXIT.unavailable };
    const pod = { metadata: {}, status: { containerStatuses: [{ state: { terminated } }] } };
    expect([...findFailures([pod as never]).values()]).toEqual(['stranded_running']);
  });
});
