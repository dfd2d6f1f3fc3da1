import { expect, it } from 'vitest';
import { stallOf } from '../../src/controller/phase.ts';
import { converters, facts, NOW } from './make-facts.ts';

const seenAt = NOW.getTime();
const stall = { reason: 'ConvertersNotReporting', message: 'Converters start but do not report.', seenAt };
const progress = (reportedAt: number) => new Map([[0, { attempt: 'a', pagesDone: 0, ocrPages: 0, reportedAt }]]);

it('a stall of converters is over once one of them has reported since', () => {
  const launches = [{ ...converters('waiting'), stall }];
  expect(stallOf(facts({ launches }))).toEqual(stall);
  expect(stallOf(facts({ launches, progress: progress(seenAt) }))).toEqual(stall);
  expect(stallOf(facts({ launches, progress: progress(seenAt + 1) }))).toBeUndefined();
});

it('a stall that does not end with a report goes on after one', () => {
  const launches = [{ ...converters('waiting'), stall: { reason: 'ImagePullBackOff', message: 'Back-off' } }];
  expect(stallOf(facts({ launches, progress: progress(seenAt + 1) }))).toMatchObject({ reason: 'ImagePullBackOff' });
});
