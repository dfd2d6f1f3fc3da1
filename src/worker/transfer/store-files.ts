import type { Output } from '../../resource/choices.ts';
import type { JobFailure } from '../../failures/failure.ts';
import type { FinishRequest, WrittenFile } from '../../protocol/worker.ts';
import type { Attempt } from '../client.ts';
import type { Content } from './content.ts';
import { DOCUMENT_FILES } from '../document-files.ts';
import type { StoredAsset } from '../part-file.ts';
import type { WrittenDocument } from '../write-document.ts';

/** Two requests can pin the same job's input, and its client upload another document between them. */
export const REPLACED: JobFailure = {
  code: 'content_hash_mismatch',
  message: 'The document was replaced while the job was starting.',
};

/** Where an attempt puts its files. */
export interface Store {
  readonly urls: Attempt['urls'];
  /** Returns the SHA-256 of the content as 64 hex digits. */
  upload(url: string, content: Content, contentType: string): Promise<string>;
}

/** Stores the Markdown and what else was written; returns what an outcome says of it. */
export async function storeDocument(
  store: Store,
  { markdown, outputs, warnings }: WrittenDocument,
): Promise<Pick<Succeeded, 'markdown' | 'outputs' | 'warnings'>> {
  const contents = new Map([...outputs].map(([output, file]) => [output, file.content()] as const));
  return { ...(await storeContents(store, markdown.content(), contents)), warnings };
}

type Succeeded = Extract<FinishRequest, { outcome: 'succeeded' }>;

export async function storeContents(
  store: Store,
  markdown: Content,
  outputs: ReadonlyMap<Output, Content>,
): Promise<Pick<Succeeded, 'markdown' | 'outputs'>> {
  const stored: Partial<Record<Output, WrittenFile>> = {};
  for (const [output, content] of outputs)
    stored[output] = await storeFile(store, { ...DOCUMENT_FILES[output], content });
  return {
    markdown: await storeFile(store, { ...DOCUMENT_FILES.markdown, content: markdown }),
    ...(outputs.size > 0 ? { outputs: stored } : {}),
  };
}

/** Asks for a signed PUT of exactly this length and stores the content. */
export async function storeFile(
  { urls, upload }: Store,
  { name, content, contentType }: { readonly name: string; readonly content: Content; readonly contentType: string },
): Promise<WrittenFile> {
  const { put } = await urls({ put: [{ name, bytes: content.bytes, contentType }] });
  const sha256 = await upload(put[0]!, content, contentType);
  return { name, bytes: content.bytes, contentType, sha256 };
}

/** Images go up four at a time, with URLs asked for fifty at a time. */
export async function storeImages(
  { urls, upload }: Store,
  assets: readonly StoredAsset[],
  open: (asset: StoredAsset) => Content | Promise<Content> = ({ file, bytes }) => ({ file, bytes }),
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (let from = 0; from < assets.length; from += 50) {
    const batch = assets.slice(from, from + 50);
    const { put } = await urls({
      put: batch.map(({ name, bytes, contentType }) => ({ name, bytes, contentType })),
    });
    for (let i = 0; i < batch.length; i += 4) {
      written.push(
        ...(await Promise.all(
          batch.slice(i, i + 4).map(async (asset, j) => {
            const { name, bytes, contentType } = asset;
            const sha256 = await upload(put[i + j]!, await open(asset), contentType);
            return { name, bytes, contentType, sha256 };
          }),
        )),
      );
    }
  }
  return written;
}
