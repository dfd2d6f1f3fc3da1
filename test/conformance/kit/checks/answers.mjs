// What every answer of the ten operations looked like, whichever check asked. Runs last, always.
import { check, expect, section, skip } from '../runner.mjs';
import { record, throttled } from '../client.mjs';

export default async function answers() {
  section('every answer of this run');
  for (const [name, { answers, problems }] of record) {
    const claim = `${name}: every answer has a listed status, JSON, and the body of that status`;
    if (!answers) skip('§2, §4, §7', claim, 'not called in this run');
    else
      await check('§2, §4, §7', claim, async () => {
        expect.that(!problems.size, 'no problem', `${problems.size}: ${[...problems].slice(0, 6).join('; ')}`);
        return `${answers} answers`;
      });
  }
  await check('§8 design', '429 carries Retry-After in seconds and an ApiError', async () => {
    expect.that(!throttled.problems.size, 'Retry-After and an ApiError', [...throttled.problems]);
    return throttled.answers ? `${throttled.answers} seen` : 'none seen';
  });
}
