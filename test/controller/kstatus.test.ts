import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/controller/facts.ts';
import { plan, msUntilNextAction } from '../../src/controller/plan.ts';
import { deriveStatus } from '../../src/controller/status.ts';
import type { ConversionJob } from '../../src/resource/conversion-job.ts';
import { DEFAULT_SETTINGS } from '../../src/resource/settings.ts';
import type { Intent } from '../../src/records/types.ts';
import { CANCELED, converters, facts, INTENT, JOB, NOW } from './make-facts.ts';

/**
 * What kstatus computes of a custom resource: first whether its generation was observed, then the first of these two
 * conditions that is true.
 */
function kstatusOf({ metadata, status }: ConversionJob): 'InProgress' | 'Failed' | 'Current' {
  if (status?.observedGeneration !== undefined && status.observedGeneration !== metadata.generation)
    return 'InProgress';
  const told = status?.conditions?.find(
    ({ type, status: is }) => (type === 'Reconciling' || type === 'Stalled') && is === 'True',
  );
  return told ? (told.type === 'Stalled' ? 'Failed' : 'InProgress') : 'Current';
}

describe('what tools that wait for resources compute of a job', () => {
  const stall = { reason: 'ImagePullBackOff', message: 'Back-off pulling image' };
  const { range: _range, ...unpaid } = { ...INTENT, waiting: { since: NOW.toISOString(), requiredCredits: 70 } };
  const ended = (ending: object): Partial<Facts> => ({
    receipt: { ...CANCELED, ending: { ...CANCELED.ending, ...ending } },
  });
  it.each([
    [
      'reads its document',
      { intent: { ...INTENT, source: undefined, range: undefined } as unknown as Intent },
      'InProgress',
    ],
    ['waits for credits', { intent: unpaid }, 'InProgress'],
    ['waits for a converter', {}, 'InProgress'],
    ['runs', { launches: [converters('running')] }, 'InProgress'],
    [
      'waits for its turn',
      { launches: [{ ...converters('waiting'), stall: { ...stall, waits: true } }] },
      'InProgress',
    ],
    ['cannot start', { launches: [{ ...converters('waiting'), stall }] }, 'Failed'],
    ['succeeded', ended({ state: 'succeeded', pageRange: { start: 1, end: 70 } }), 'Current'],
    ['was canceled', ended({}), 'Current'],
    ['failed', ended({ state: 'failed', failure: { code: 'corrupt_document', message: 'No PDF.' } }), 'Failed'],
  ] as const)('that %s', (_what, changes, expected) => {
    const job = (changes as Partial<Facts>).job ?? JOB;
    expect(kstatusOf({ ...job, status: deriveStatus(facts(changes as Partial<Facts>)) })).toBe(expected);
  });

  it('that nobody has observed yet, as the resource is made', () => {
    expect(kstatusOf({ ...JOB, status: { state: 'queued', stage: 'preparing', observedGeneration: 0 } })).toBe(
      'InProgress',
    );
  });

  it('that has ended and whose TTL is changed: that is observed, too', () => {
    const status = { ...deriveStatus(facts(ended({}))), finishedAt: NOW.toISOString() };
    const changed = { ...JOB, metadata: { ...JOB.metadata, generation: 2 } };
    expect(msUntilNextAction({ ...JOB, status }, DEFAULT_SETTINGS, NOW)).toBeGreaterThan(0);
    expect(msUntilNextAction({ ...changed, status }, DEFAULT_SETTINGS, NOW)).toBe(0);
    expect(plan(facts({ ...ended({}), job: { ...changed, status } }), DEFAULT_SETTINGS).actions).toContainEqual({
      do: 'write-status',
      status: expect.objectContaining({ observedGeneration: 2 }) as object,
    });
  });
});
