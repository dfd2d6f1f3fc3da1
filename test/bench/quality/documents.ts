import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { halfOf } from './corpus/plan.ts';

export const CORPUS = join(import.meta.dirname, '..', '.corpus');
export const SETS = ['latex', 'chromium', 'libreoffice', 'public', 'real', 'office'] as const;
export type SetName = (typeof SETS)[number];

/** A document with its truth, both on disk. */
export interface BenchDocument {
  readonly name: string;
  readonly set: SetName;
  readonly path: string;
  readonly truth: string;
  readonly half: 'dev' | 'held';
}

async function listed(folder: string, setOf: (stem: string) => SetName): Promise<BenchDocument[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  const documents: BenchDocument[] = [];
  for (const file of names.sort()) {
    if (
      file.endsWith('.truth.md') ||
      (file.endsWith('.md') && names.some((other) => other !== file && other.startsWith(file.slice(0, -2))))
    )
      continue;
    const stem = file.replace(/\.[^.]+$/u, '');
    const truth = [`${file}.truth.md`, `${stem}.md`].find((name) => name !== file && names.includes(name));
    if (truth)
      documents.push({
        name: folder.endsWith('office') ? file : stem,
        set: setOf(stem),
        path: join(folder, file),
        truth: join(folder, truth),
        half: halfOf(stem),
      });
  }
  return documents;
}

/** All documents that are there: made by the generator (`made`), and fetched ones (`real`, `office`). */
export async function findDocuments(): Promise<BenchDocument[]> {
  return [
    ...(await listed(join(CORPUS, 'made'), (stem) => stem.split('-')[0] as SetName)),
    ...(await listed(join(CORPUS, 'public'), () => 'public')),
    ...(await listed(join(CORPUS, 'real'), () => 'real')),
    ...(await listed(join(CORPUS, 'office'), () => 'office')),
  ];
}
