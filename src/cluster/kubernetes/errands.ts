import { request } from 'undici';

const ERRAND_MS = 180_000;

/** Asks the prober or the fetcher; anything but an answer is transient. */
export async function ask<T>(base: string, path: string, body: object): Promise<T> {
  const response = await request(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ERRAND_MS),
    headersTimeout: ERRAND_MS,
  });
  const text = await response.body.text();
  if (response.statusCode !== 200)
    throw Object.assign(new Error(`${path} answered ${response.statusCode}`), { statusCode: response.statusCode });
  return JSON.parse(text) as T;
}
