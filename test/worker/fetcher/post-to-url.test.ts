import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostAssignment } from '../../../src/worker/assignment.ts';
import { postToUrl } from '../../../src/worker/fetcher/post-to-url.ts';
import { openReceiver, type WebhookReceiver } from '../../webhook-receiver.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

const send = (url: string, more: Partial<PostAssignment> = {}): ReturnType<typeof postToUrl> =>
  postToUrl({
    mode: 'post',
    jobId: 'job-1',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    seconds: 5,
    allowedNets: ['127.0.0.0/8', '::1/128'],
    ...more,
  });

describe('posting to a URL', () => {
  it('sends the body and answers the status', async () => {
    expect(await send(`${receiver.url}/a?b=c`, { body: '{"text":"größer"}' })).toEqual({ ok: true, status: 204 });
    expect(receiver.all.at(-1)).toMatchObject({
      path: '/a?b=c',
      body: '{"text":"größer"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it.each(['127.0.0.1', 'localhost'])('refuses this machine as %s, without asking it', async (host) => {
    const asked = receiver.all.length;
    expect(await send(receiver.url.replace('127.0.0.1', host), { allowedNets: [] })).toMatchObject({
      ok: false,
      failure: { code: 'fetch_refused' },
    });
    expect(receiver.all).toHaveLength(asked);
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://2130706433/',
    'http://[64:ff9b::7f00:1]/',
    'ftp://example.org/',
    'http://user:word@example.org/',
    'not a url',
  ])('refuses %s', async (url) => {
    expect(await send(url, { allowedNets: [] })).toMatchObject({ ok: false, failure: { code: 'fetch_refused' } });
  });

  it('waits for an answer no longer than it is told', async () => {
    receiver.status = undefined;
    expect(await send(receiver.url, { seconds: 0.2 })).toMatchObject({
      ok: false,
      failure: { code: 'fetch_failed', message: expect.stringContaining('did not answer in time') as string },
    });
    receiver.status = 204;
  });
});
