import type { RemoteFile } from '../../../packages/engine/src/source.ts';
import type { ConvertTask } from '../../protocol/worker.ts';
import type { Attempt } from '../client.ts';
import { download, downloadPart } from './transfer.ts';

/** Signed URLs are valid for longer than this. */
const URL_MS = 5 * 60_000;

/** Other bytes lie in the place of those that were probed. */
export class InputReplaced extends Error {}

/**
 * The input of a range, fetched as far as it is read: its ETag tells that the bytes are those that were probed.
 * Undefined when the store gives no parts of these bytes.
 */
export async function remoteInput(
  attempt: Attempt,
  { key, bytes, sha256, etag }: ConvertTask['input'],
  { base, path }: { readonly base: string; readonly path: string },
): Promise<RemoteFile | undefined> {
  if (etag === undefined) return undefined;
  let signed = { url: '', at: -Infinity };
  const url = async (): Promise<string> => {
    if (Date.now() - signed.at > URL_MS) {
      const { get } = await attempt.urls({ get: [key] });
      signed = { url: get[0]!, at: Date.now() };
    }
    return signed.url;
  };
  const part = async (begin: number, end: number): Promise<Uint8Array | undefined> =>
    downloadPart(base, await url(), { begin, end, etag });
  if ((await part(bytes - 1, bytes)) === undefined) return undefined;
  return {
    read: async (begin, end) => {
      const read = await part(begin, end);
      if (read === undefined) throw new InputReplaced();
      return read;
    },
    whole: async () => {
      if ((await download(base, await url(), path, bytes)).sha256 !== sha256) throw new InputReplaced();
    },
  };
}
