import { expect, it } from 'vitest';
import { pauseAfter } from '../../src/cli/sweeps.ts';

it('a sweep comes again after its time, or after twenty times as long as it took', () => {
  expect(pauseAfter(100, 60)).toBe(60_000);
  expect(pauseAfter(30_000, 60)).toBe(600_000);
});
