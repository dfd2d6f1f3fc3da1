import { expect, it } from 'vitest';
import { believed } from '../../src/controller/believed.ts';

it('an answer is believed until something is heard, and not if that was while it was read', async () => {
  let reads = 0;
  let meanwhile = (): void => {};
  const answers = believed(
    async () => {
      reads += 1;
      meanwhile();
      return reads;
    },
    (value) => value !== 4,
  );
  expect([await answers.read('a'), await answers.read('a')]).toEqual([1, 1]);
  answers.forget('a');
  meanwhile = () => answers.forget('a');
  expect(await answers.read('a')).toBe(2);
  meanwhile = () => {};
  expect([await answers.read('a'), await answers.read('a')]).toEqual([3, 3]);
  answers.forget('a');
  expect([await answers.read('a'), await answers.read('a')], 'what does not last').toEqual([4, 5]);
});
