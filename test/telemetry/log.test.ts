import { expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';

function lines(): { log: ReturnType<typeof createLog>; text: () => string } {
  const written: string[] = [];
  return {
    log: createLog({ name: 'api', level: 'info', to: { write: (line) => written.push(line) } }),
    text: () => written.join(''),
  };
}

test('a line is JSON with time, level, process and the job’s id', () => {
  const { log, text } = lines();
  log.child({ jobId: 'job-1' }).info({ pages: 3 }, 'converted');
  expect(JSON.parse(text())).toMatchObject({ level: 'info', name: 'api', jobId: 'job-1', pages: 3, msg: 'converted' });
  expect((JSON.parse(text()) as { time: string }).time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test('no key, token or signature is ever written, wherever it stands', () => {
  const { log, text } = lines();
  const url = 'http://s3/bucket/inputs/job-1?X-Amz-Credential=AKIA%2F1&X-Amz-Signature=abcdef0123&x=1';
  log.info(
    { url, header: 'Bearer abc.def-1', nested: { token: 'tok-1', deep: { authorization: 'tok-2' } }, secret: 'tok-3' },
    `with scr_live_Abc123, whsec_Zz/9+x= and ${url}`,
  );
  log.error(new Error(`PUT /objects/a?method=PUT&signature=qwerty failed for redis://user:hunter2@host:6379`));
  for (const secret of [
    'abcdef0123',
    'AKIA',
    'abc.def-1',
    'tok-1',
    'tok-2',
    'tok-3',
    'Abc123',
    'Zz/9',
    'qwerty',
    'hunter2',
  ])
    expect(text()).not.toContain(secret);
  for (const kept of ['inputs/job-1', 'x=1', 'scr_live_[redacted]', 'method=PUT', 'host:6379'])
    expect(text()).toContain(kept);
  for (const line of text().trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

test('below its level nothing is written', () => {
  const { log, text } = lines();
  log.debug('hidden');
  expect(text()).toBe('');
});

test('a time-out is written without the constants of its class', () => {
  const { log, text } = lines();
  log.warn({ err: new DOMException('The operation was aborted due to timeout', 'TimeoutError') }, 'failed');
  log.warn(new DOMException('This operation was aborted', 'AbortError'));
  expect(text()).toContain('"type":"TimeoutError","message":"The operation was aborted due to timeout"');
  expect(text()).not.toContain('_ERR');
});
