import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { halfOf } from './corpus/plan.ts';
import type { Metric } from './metrics/score.ts';
import { readList } from './real/list.ts';

export const CORPUS = join(import.meta.dirname, '..', '.corpus');
/** Where the documents of the list lie once they are imported. */
export const REAL = join(CORPUS, 'real-documents');
export const SETS = [
  'latex',
  'chromium',
  'libreoffice',
  'public',
  'real',
  'tuning',
  'locked',
  'office',
  'office-made',
  'faults',
] as const;
export type SetName = (typeof SETS)[number] | 'factory';

/** A document with its truth, both on disk. */
export interface BenchDocument {
  readonly name: string;
  readonly set: SetName;
  readonly path: string;
  readonly truth: string;
  readonly half: 'dev' | 'held';
  /** What kind of document it is, or which fault it shows. */
  readonly genre?: string;
  /** What its truth tells; without it, all that there is. */
  readonly metrics?: readonly Metric[];
}

async function listed(
  folder: string,
  factsOf: (stem: string) => Pick<BenchDocument, 'set' | 'genre' | 'metrics'>,
): Promise<BenchDocument[]> {
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
        ...factsOf(stem),
        path: join(folder, file),
        truth: join(folder, truth),
        half: halfOf(stem),
      });
  }
  return documents;
}

/** Documents of the list are halved by their names; of the others all are for tuning, or none. */
function realDocuments(set: 'real' | 'tuning' | 'locked'): BenchDocument[] {
  return readList(set === 'real' ? 'list' : set)
    .map(({ name, genre, metrics }) => ({
      name,
      genre,
      metrics,
      set,
      path: join(REAL, `${name}.pdf`),
      truth: join(REAL, `${name}.md`),
      half: set === 'real' ? halfOf(name) : set === 'tuning' ? ('dev' as const) : ('held' as const),
    }))
    .filter(({ truth }) => existsSync(truth));
}

/** A class of fault; where the text layer is what lies, only the text is looked at. */
function faultOf(stem: string): Pick<BenchDocument, 'set' | 'genre' | 'metrics'> {
  const genre = stem.replace(/-\d+(?:-\w+)?$/u, '');
  return { set: 'faults', genre, ...(genre.startsWith('layer-') ? { metrics: ['order'] } : {}) };
}

/** The program or format and the genre are in the name. Names of sheets are no headings to all engines. */
function madeOffice(stem: string): Pick<BenchDocument, 'set' | 'genre' | 'metrics'> {
  const genre = stem.split('-', 1)[0] ?? '';
  return { set: 'office-made', genre, ...(stem.includes('-workbook-') ? { metrics: ['order', 'tables'] } : {}) };
}

/** Whether the truth of a document is that of another project's author. */
export const isReal = ({ set }: Pick<BenchDocument, 'set'>): boolean =>
  set === 'real' || set === 'tuning' || set === 'locked';

/** All documents that are there: made by the generators (`made`, `faults`), and fetched ones; the lock box by name. */
export async function findDocuments(set?: string): Promise<BenchDocument[]> {
  if (set === 'locked') return realDocuments('locked');
  return [
    ...(await listed(join(CORPUS, 'made'), (stem) => {
      const [set, genre] = stem.split('-');
      return { set: set as SetName, genre: genre ?? '' };
    })),
    ...(await listed(join(CORPUS, 'public'), () => ({ set: 'public' }))),
    ...realDocuments('real'),
    ...realDocuments('tuning'),
    ...(await listed(join(CORPUS, 'office'), () => ({ set: 'office' }))),
    ...(await listed(join(CORPUS, 'office-made'), madeOffice)),
    ...(await listed(join(CORPUS, 'faults'), faultOf)),
  ];
}
