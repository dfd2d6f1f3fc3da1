import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askModel } from '../../../src/worker/fetcher/ask-model.ts';
import { openModelServer, type ModelServer } from '../../model-server.ts';
import { openReceiver } from '../../webhook-receiver.ts';

const KEY = 'sk-kelp';
let model: ModelServer;
beforeAll(async () => {
  model = await openModelServer();
});
afterAll(() => model.close());
beforeEach(() => {
  model.questions.length = 0;
});

const ask = (endpoint = model.url, seconds = 5) =>
  askModel({
    mode: 'ask',
    jobId: 'job-1',
    className: 'vision',
    endpoint,
    model: 'tiny',
    apiKey: KEY,
    picture: Buffer.from('picture').toString('base64'),
    seconds,
  });
const failed = (message: string) => ({ ok: false, failure: { code: 'fetch_failed', message } });

describe('askModel', () => {
  it('asks for the text of a picture, with the key', async () => {
    model.reads = 'A page';
    expect(await ask(`${model.url}/`)).toEqual({ ok: true, text: 'A page' });
    expect(model.questions).toEqual([
      { authorization: `Bearer ${KEY}`, model: 'tiny', picture: Buffer.from('picture') },
    ]);
  });

  it('cuts a text that has no end', async () => {
    model.reads = 'word '.repeat(50_000);
    expect(await ask()).toEqual({ ok: true, text: model.reads.slice(0, 64 * 1024) });
    model.reads = 'word '.repeat(500_000);
    expect(await ask()).toMatchObject({ ok: false });
  });

  it('gives up an endpoint that does not answer in time', async () => {
    model.reads = undefined;
    expect(await ask(model.url, 0.2)).toEqual(failed('The endpoint did not answer in time.'));
  });

  it('says why there is no text, without what the endpoint said', async () => {
    model.reads = 401;
    expect(await ask()).toEqual(failed('The endpoint responded with status 401.'));
    const other = await openReceiver();
    other.status = 200;
    expect(await ask(other.url)).toEqual(failed('The answer is no chat completion.'));
    await other.close();
    expect(await ask(other.url)).toMatchObject({ failure: { message: expect.stringContaining('reached (ECONN') } });
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await openReceiver();
    const endpoint = await openReceiver();
    endpoint.status = 307;
    endpoint.headers = { location: elsewhere.url };
    expect(await ask(endpoint.url)).toEqual(failed('The endpoint responded with status 307.'));
    expect(elsewhere.all).toEqual([]);
    await Promise.all([elsewhere.close(), endpoint.close()]);
  });
});
