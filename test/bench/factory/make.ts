import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pagesOf } from '../quality/corpus/build.ts';
import { numberedAfterContents } from '../quality/corpus/plan.ts';
import type { Draft } from '../quality/corpus/model.ts';
import { proseOf } from '../quality/corpus/prose.ts';
import { randomOf } from '../quality/corpus/random.ts';
import type { Prose } from '../quality/corpus/prose.ts';
import type { Random } from '../quality/corpus/random.ts';
import { anyContent, anyLanguage } from './content.ts';
import { anyDeck, anyLetter } from './latex-others.ts';
import { printsOver } from './overprint.ts';
import { PRODUCERS } from './producers.ts';
import type { Producer } from './producers.ts';
import type { Sample } from './sample.ts';
import { anySheet } from './sheet.ts';
import { anyStyle } from './style.ts';
import { showsAll, truthFor } from './truth.ts';
import type { Truth } from './truth.ts';

const run = promisify(execFile);

/** A sample with its pages and what they say. */
export interface Made {
  readonly sample: Sample;
  readonly path: string;
  readonly pages: number;
  readonly truth: Truth;
}

const OWN: Readonly<Record<NonNullable<Producer['content']>, (random: Random, prose: Prose) => Draft>> = {
  deck: anyDeck,
  letter: anyLetter,
  sheet: anySheet,
};

/** The document of a seed, an index and a producer: always the same one. */
export function sampleOf(seed: string, index: number, producer: Producer): Sample {
  const name = `${seed}-${String(index + 1).padStart(4, '0')}-${producer.name}`;
  const random = randomOf(`factory ${name}`);
  const language = anyLanguage(random, producer.languages);
  const prose = proseOf(random, language);
  const own = producer.content;
  const { content, draft: any } = own
    ? { content: own, draft: OWN[own](random, prose) }
    : anyContent(random, prose, language === 'en');
  const style = anyStyle(random, content === 'deck' ? 'slides' : content);
  const columns = producer.columns.includes(style.columns) ? style.columns : random.pick(producer.columns);
  const look = { ...style, columns };
  const isLatex = producer.name.startsWith('latex-');
  const draft = isLatex ? withoutUnderscores(any) : any;
  const blocks = isLatex || own ? draft.blocks : numberedAfterContents(draft.blocks, look.headings.numbering);
  const running = !own && random.chance(0.4) && !['groff', 'reportlab', 'fpdf2'].includes(producer.name);
  const hasNumbers = ['chromium', 'weasyprint', 'writer', 'typst', 'fop'].includes(producer.name) || isLatex;
  return {
    name,
    producer: producer.name,
    content,
    look,
    floats: random.chance(0.6),
    source: {
      ...draft,
      blocks,
      name,
      language,
      ...(running ? { header: `${prose.topic()} · ${random.pick(prose.words.places)}` } : {}),
      pageNumbers: !own && hasNumbers && random.chance(0.6),
    },
  };
}

/** The usual fonts of TeX draw the underscore of a name as a rule, which is not in the text. */
const withoutUnderscores = (draft: Draft): Draft =>
  JSON.parse(JSON.stringify(draft).replaceAll(/(?<=[a-z])_(?=[a-z])/gu, '-')) as Draft;

export interface Lot {
  readonly made: readonly Made[];
  /** What could not be made, in words. */
  readonly missing: readonly string[];
}

const producerOf = (name: string): Producer => PRODUCERS.find((producer) => producer.name === name)!;

/** Sets samples where their PDFs are not there yet, and gives those whose pages show all that their truths say. */
export async function make(samples: readonly Sample[], folder: string): Promise<Lot> {
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  const made: Made[] = [];
  for (const name of new Set(samples.map(({ producer }) => producer))) {
    const own = samples.filter(({ producer }) => producer === name);
    const wanted = own.filter((sample) => !existsSync(join(folder, `${sample.name}.pdf`)));
    if (wanted.length > 0) await producerOf(name).print(wanted, folder);
    for (const sample of own) {
      const path = join(folder, `${sample.name}.pdf`);
      if (!existsSync(path)) {
        missing.push(`${sample.name} was not set`);
        continue;
      }
      const pages = await pagesOf(path);
      const truth = truthFor(producerOf(name).printed(sample), pages);
      const { stdout } = await run('pdftotext', ['-raw', path, '-'], { maxBuffer: 1e8 });
      const { stdout: boxes } = await run('pdftotext', ['-bbox', path, '-'], { maxBuffer: 1e8 });
      if (!showsAll(truth, stdout)) missing.push(`${sample.name} does not show all of its text`);
      else if (printsOver(boxes)) missing.push(`${sample.name} prints words over each other`);
      else made.push({ sample, path, pages, truth });
    }
  }
  return { made, missing };
}

/** The samples of a seed: each producer that is there in turn. */
export function samplesOf(seed: string, count: number, only?: string): { samples: Sample[]; missing: string[] } {
  const wanted = PRODUCERS.filter(({ name }) => !only || name.includes(only));
  const present = wanted.filter((producer) => producer.lack() === undefined);
  const missing = [...new Set(wanted.map((producer) => producer.lack()).filter((lack) => lack !== undefined))];
  if (present.length === 0) return { samples: [], missing };
  const samples = Array.from({ length: count }, (_, index) => sampleOf(seed, index, present[index % present.length]!));
  return { samples, missing };
}
