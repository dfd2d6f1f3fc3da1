import type { Output } from '../job/conversion-job.ts';
import type { JobFailure } from '../job/failure.ts';
import type { FinishRequest, WrittenFile } from '../job/worker-protocol.ts';
import type { Attempt } from './client.ts';
import type { Content } from './content.ts';
import { DOCUMENT_FILES } from './document-files.ts';
import type { StoredAsset } from './part-file.ts';
import { upload } from './transfer.ts';
import type { WrittenDocument } from './write-document.ts';

/** Two requests can pin the same job's input, and its client upload another document between them. */
export const REPLACED: JobFailure = {
  code: 'content_hash_mismatch',
  message: 'The document was replaced while the job was starting.',
};

/** Stores the Markdown and what else was written; returns what an outcome says of it. */
export async function storeDocument(
  attempt: Attempt,
  base: string,
  { markdown, outputs, warnings }: WrittenDocument,
): Promise<Pick<Succeeded, 'markdown' | 'outputs' | 'warnings'>> {
  const contents = new Map([...outputs].map(([output, file]) => [output, file.content()] as const));
  return { ...(await storeContents(attempt, base, markdown.content(), contents)), warnings };
}

type Succeeded = Extract<FinishRequest, { outcome: 'succeeded' }>;

export async function storeContents(
  attempt: Attempt,
  base: string,
  markdown: Content,
  outputs: ReadonlyMap<Output, Content>,
): Promise<Pick<Succeeded, 'markdown' | 'outputs'>> {
  const stored: Partial<Record<Output, WrittenFile>> = {};
  for (const [output, content] of outputs)
    stored[output] = await storeFile(attempt, base, { ...DOCUMENT_FILES[output], content });
  return {
    markdown: await storeFile(attempt, base, { ...DOCUMENT_FILES.markdown, content: markdown }),
    ...(outputs.size > 0 ? { outputs: stored } : {}),
  };
}

/** Asks for a signed PUT of exactly this length and stores the content. */
export async function storeFile(
  attempt: Attempt,
  base: string,
  { name, content, contentType }: { readonly name: string; readonly content: Content; readonly contentType: string },
): Promise<WrittenFile> {
  const { put } = await attempt.urls({ put: [{ name, bytes: content.bytes, contentType }] });
  const sha256 = await upload(base, put[0]!, content, contentType);
  return { name, bytes: content.bytes, contentType, sha256 };
}

/** Images go up four at a time, with URLs asked for fifty at a time. */
export async function storeImages(
  attempt: Attempt,
  base: string,
  assets: readonly StoredAsset[],
  open: (asset: StoredAsset) => Content | Promise<Content> = ({ file, bytes }) => ({ file, bytes }),
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (let from = 0; from < assets.length; from += 50) {
    const batch = assets.slice(from, from + 50);
    const { put } = await attempt.urls({
      put: batch.map(({ name, bytes, contentType }) => ({ name, bytes, contentType })),
    });
    for (let i = 0; i < batch.length; i += 4) {
      written.push(
        ...(await Promise.all(
          batch.slice(i, i + 4).map(async (asset, j) => {
            const { name, bytes, contentType } = asset;
            const sha256 = await upload(base, put[i + j]!, await open(asset), contentType);
            return { name, bytes, contentType, sha256 };
          }),
        )),
      );
    }
  }
  return written;
}
