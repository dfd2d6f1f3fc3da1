import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pagesOf } from '../corpus/build.ts';
import { GENRES } from '../corpus/genres.ts';
import { anyLook } from '../corpus/looks.ts';
import type { Block, Source } from '../corpus/model.ts';
import { proseOf } from '../corpus/prose.ts';
import { randomOf } from '../corpus/random.ts';
import { truthOf } from '../corpus/truth.ts';
import type { FaultDraft } from './draft.ts';
import { FAULTS } from './drafts.ts';
import { buildLayers } from './lies.ts';
import type { Printable } from './printable.ts';
import { PROGRAMS, typeset } from './programs.ts';
import type { Program } from './programs.ts';

/** Genres in which each program shows how it sets ordinary documents. */
const GENERAL = ['report', 'manual', 'invoice', 'cv', 'minutes', 'agreement', 'statistics'];

function sourceOf(name: string, draft: FaultDraft, pageNumbers: boolean): Source {
  const { title, byline, abstract, blocks } = draft;
  return {
    name,
    language: 'en',
    blocks,
    pageNumbers,
    ...(title ? { title } : {}),
    ...(byline ? { byline } : {}),
    ...(abstract ? { abstract } : {}),
  };
}

/** Faults that only typesetters of HTML can show. */
const HTML_ONLY = new Set(['invoice-set', 'sparse-tagged', 'dollar-statement']);
const HTML: readonly Program[] = ['chromium', 'weasyprint'];

function programsFor(draft: FaultDraft): readonly Program[] {
  if (draft.tagged) return ['chromium'];
  if (draft.css || draft.blocks.some(({ kind }) => kind === 'chart')) return HTML;
  return PROGRAMS.filter((program) => program !== 'fpdf2' || !draft.columns);
}

/** Blocks that all of the programs can set: what frames or sets others apart gives them back. */
export function common(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'chart' || block.kind === 'equation') return [];
    if (block.kind === 'aside')
      return [
        ...(block.title ? [{ kind: 'heading' as const, level: 3 as const, text: block.title }] : []),
        ...common(block.blocks),
      ];
    if (block.kind === 'side-by-side') return [...common(block.left), ...common(block.right)];
    if (block.kind === 'paragraph' && block.note) {
      const { note: _, ...rest } = block;
      return [rest];
    }
    return [block];
  });
}

interface Planned {
  readonly program: Program;
  readonly printable: Printable;
}

/** Each program once; those of HTML several times for what only they can set. */
function programsOf(fault: string): [number, Program][] {
  const copies = HTML_ONLY.has(fault) ? 4 : 1;
  return Array.from({ length: copies }, () => PROGRAMS)
    .flat()
    .map((program, index) => [index, program]);
}

function planned(): Planned[] {
  const plan: Planned[] = [];
  for (const [fault, write] of Object.entries(FAULTS)) {
    for (const [index, program] of programsOf(fault)) {
      const name = `${fault}-${String(index + 1).padStart(2, '0')}-${program}`;
      const random = randomOf(name);
      const draft = write(random, proseOf(random, 'en'));
      if (!programsFor(draft).includes(program)) continue;
      const columns = draft.columns ?? 1;
      plan.push({
        program,
        printable: {
          name,
          source: sourceOf(name, draft, false),
          ...(draft.truth ? { truth: sourceOf(name, { ...draft, blocks: draft.truth }, false) } : {}),
          columns,
          css: draft.css ?? '',
          tagged: draft.tagged === true,
        },
      });
    }
  }
  for (const program of PROGRAMS.filter((each) => each !== 'chromium')) {
    for (const [index, genre] of GENERAL.entries()) {
      const name = `program-${program}-${String(index + 1).padStart(2, '0')}`;
      const random = randomOf(name);
      const draft = GENRES[genre]?.(random, proseOf(random, 'en'), {
        length: 1,
        looks: ['grid', 'booktabs', 'rows', 'plain'],
      });
      if (!draft) continue;
      const source = sourceOf(name, { ...draft, blocks: common(draft.blocks) }, program !== 'groff');
      plan.push({ program, printable: { name, source, columns: 1, css: '', tagged: false } });
    }
  }
  return plan;
}

/** Marks that the truth shows: of the raised and lowered ones only where they are what is looked at. */
function truthWith(source: Source, pages: number): string {
  const truth = truthOf(source, pages);
  return truth.replaceAll(/~([^~\n]+?)~/gu, source.name.startsWith('scripts') ? '<sub>$1</sub>' : '$1');
}

/** The raised marks survive the truth only as tags. */
function withRaised(source: Source): Source {
  const raised = (text: string): string => text.replaceAll(/\^(.+?)\^/gu, '<sup>$1</sup>');
  return {
    ...source,
    blocks: source.blocks.map((block) => (block.kind === 'paragraph' ? { ...block, text: raised(block.text) } : block)),
  };
}

/** Makes what the folder lacks: `NAME.pdf` and `NAME.md`. Returns what could not be made, in words. */
export async function buildFaults(folder: string, made: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  const wanted = planned().filter(({ printable }) => !existsSync(join(folder, `${printable.name}.md`)));
  for (const program of PROGRAMS) {
    const jobs = wanted.filter((each) => each.program === program).map(({ printable }) => printable);
    if (jobs.length === 0) continue;
    missing.push(...(await typeset(program, jobs, folder, (printable) => anyLook(randomOf(printable.name), 'report'))));
    for (const { name, source: printed, truth: stated } of jobs) {
      const source = stated ?? printed;
      const path = join(folder, `${name}.pdf`);
      if (!existsSync(path)) continue;
      const truth = truthWith(name.startsWith('scripts') ? withRaised(source) : source, await pagesOf(path));
      await writeFile(join(folder, `${name}.md`), truth);
    }
  }
  return [...missing, ...(await buildLayers(folder, made))];
}
