import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage } from 'node:http';
import { fileNameOf } from '../../resource/file-name.ts';
import type { TaskResult, TaskFailure } from '../../protocol/tasks.ts';
import type { FetchAssignment, SizeAssignment } from '../assignment.ts';
import { failed, FetchFailure, request } from './guarded-request.ts';

export type SpoolAnswer =
  | { readonly ok: true; readonly file: string; readonly bytes: number; readonly fileName?: string }
  | TaskFailure;

type SpoolAssignment = Omit<FetchAssignment, 'put' | 'jobId' | 'base'>;

/** Streams a URL into the scratch folder, by the rules of `request`. Bytes are never looked at. */
export async function spoolUrl(assignment: SpoolAssignment): Promise<SpoolAnswer> {
  const { url: address, seconds, allowedNets } = assignment;
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    const { response, url } = await request('GET', address, {}, { allowedNets, signal });
    return await spool(response, url, assignment, signal);
  } catch (error) {
    if (error instanceof FetchFailure) return { ok: false, failure: error.failure };
    const { code } = error as NodeJS.ErrnoException;
    if (!signal.aborted && code !== undefined && OWN_TROUBLE.has(code)) throw error;
    const message = signal.aborted
      ? `The download did not finish within ${seconds} seconds.`
      : `The connection failed (${code ?? 'unknown reason'}).`;
    return { ok: false, failure: { code: 'fetch_failed', message } };
  }
}

/** Of this machine, not of the URL. */
const OWN_TROUBLE: ReadonlySet<string> = new Set(['ENOSPC', 'EACCES', 'ERR_ACCESS_DENIED']);

async function spool(
  response: IncomingMessage,
  url: URL,
  { maxBytes, scratch }: SpoolAssignment,
  signal: AbortSignal,
): Promise<SpoolAnswer> {
  const tooLarge = new FetchFailure('limit_exceeded', `The file is larger than ${maxBytes} bytes.`);
  const declared = contentLength(response);
  if (response.statusCode !== 200 || (declared ?? 0) > maxBytes) {
    response.destroy();
    throw response.statusCode === 200
      ? tooLarge
      : failed(`${url.host} responded with status ${response.statusCode ?? 0}.`);
  }
  const file = join(scratch, 'fetched');
  let bytes = 0;
  await pipeline(
    response,
    async function* count(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge;
        yield chunk;
      }
    },
    createWriteStream(file),
    { signal },
  );
  if (declared !== undefined && bytes !== declared)
    throw failed(`${url.host} closed the connection after ${bytes} of ${declared} bytes.`);
  const fileName = readFileName(response, url);
  return { ok: true, file, bytes, ...(fileName !== undefined && { fileName }) };
}

/** Asks for the size by HEAD, then by a GET of the first byte, without downloading. */
export async function sizeOfUrl(assignment: SizeAssignment): Promise<TaskResult<'size'>> {
  const options = { allowedNets: assignment.allowedNets, signal: AbortSignal.timeout(assignment.seconds * 1000) };
  try {
    const { response: head } = await request('HEAD', assignment.url, {}, options);
    head.destroy();
    const length = contentLength(head);
    if (head.statusCode === 200 && length !== undefined) return { ok: true, bytes: length };
    const { response: first, url } = await request('GET', assignment.url, { range: 'bytes=0-0' }, options);
    first.destroy();
    if (first.statusCode === 206) {
      const total = /\/(\d+)$/.exec(first.headers['content-range'] ?? '')?.[1];
      return total === undefined ? { ok: true } : { ok: true, bytes: Number(total) };
    }
    if (first.statusCode !== 200) throw failed(`${url.host} responded with status ${first.statusCode}.`);
    const whole = contentLength(first);
    return whole === undefined ? { ok: true } : { ok: true, bytes: whole };
  } catch (error) {
    if (error instanceof FetchFailure) return { ok: false, failure: error.failure };
    throw error;
  }
}

function contentLength(response: IncomingMessage): number | undefined {
  const text = response.headers['content-length'];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The name by Content-Disposition (RFC 6266), else the last segment of the path. */
function readFileName(response: IncomingMessage, url: URL): string | undefined {
  const disposition = response.headers['content-disposition'] ?? '';
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition);
  const raw =
    (extended !== undefined ? decode(extended) : (plain?.[1] ?? plain?.[2])) ??
    decode(url.pathname.split('/').pop() ?? '');
  return fileNameOf(raw);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
