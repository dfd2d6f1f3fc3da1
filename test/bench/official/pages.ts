import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ServiceProcess } from '../../service-process.ts';

/** The part of the output `document` (docs/schemas/document.json) that the benchmarks ask for. */
export interface DocumentOutput {
  readonly blocks: readonly {
    readonly role: string;
    readonly page: number;
    readonly text: string;
    readonly markdown: string;
    readonly boxes?: readonly { readonly page: number; readonly box: readonly [number, number, number, number] }[];
  }[];
  readonly pages: readonly { readonly page: number; readonly width?: number; readonly height?: number }[];
}

/**
 * Converts one page of a file by `POST /convert` of a running service. `output` is `markdown` or another artifact.
 * Answers undefined for a document that it refuses, which a benchmark counts as an empty page.
 */
export async function convertPage(
  service: ServiceProcess,
  path: string,
  page: number,
  output: 'markdown' | 'document',
): Promise<string | undefined> {
  const query = new URLSearchParams({
    fileName: basename(path),
    startPage: String(page),
    endPage: String(page),
    ...(output === 'markdown' ? {} : { output }),
  });
  const response = await fetch(`${service.url()}/convert?${query.toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key()}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await readFile(path)),
  });
  const text = await response.text();
  if (response.ok) return text;
  console.error(`${path}, page ${page}: ${text}`);
  return undefined;
}

/** Runs a task for each item, several at once, as the service takes them. */
export async function forEach<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: 4 }, work));
}
