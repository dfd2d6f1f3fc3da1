import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pagesOf } from '../corpus/build.ts';
import { planned } from '../corpus/plan.ts';
import type { Typesetter } from '../corpus/plan.ts';
import { proseOf } from '../corpus/prose.ts';
import { randomOf } from '../corpus/random.ts';
import type { Random } from '../corpus/random.ts';
import { hideText, misread, writeOutlines, writeScan } from './layers.ts';
import { cipherMaps, cipherOf, dropMaps } from './lying-maps.ts';
import { cipherNames } from './lying-names.ts';
import { rewrite } from './objects.ts';

interface Lie {
  /** Whose documents it is told of, one after another. */
  readonly from: readonly Typesetter[];
  readonly count: number;
  readonly tell: (source: string, target: string, random: Random, index: number) => void;
}

const NEXT = new Map(
  Array.from('abcdefghijklmnopqrstuvwxyABCDEFGHIJKLMNOPQRSTUVWXY', (letter) => [
    letter,
    String.fromCharCode(letter.charCodeAt(0) + 1),
  ]),
);

/** Ways in which the text of a PDF is not what its pages show, and two in which it is. */
const LIES: Readonly<Record<string, Lie>> = {
  'layer-cipher': {
    from: ['chromium', 'libreoffice'],
    count: 8,
    tell: (source, target, random) => rewrite(source, target, (objects) => cipherMaps(objects, cipherOf(random))),
  },
  'layer-cipher-one-font': {
    from: ['chromium', 'libreoffice'],
    count: 4,
    tell: (source, target, random) => rewrite(source, target, (objects) => cipherMaps(objects, cipherOf(random), 1)),
  },
  'layer-next-letter': {
    from: ['libreoffice', 'chromium'],
    count: 4,
    tell: (source, target) => rewrite(source, target, (objects) => cipherMaps(objects, NEXT)),
  },
  'layer-no-maps': {
    from: ['chromium', 'libreoffice'],
    count: 6,
    tell: (source, target) => rewrite(source, target, dropMaps),
  },
  'layer-glyph-names': {
    from: ['latex'],
    count: 6,
    tell: (source, target, random) => rewrite(source, target, (objects) => cipherNames(objects, cipherOf(random))),
  },
  'layer-bad-ocr': {
    from: ['chromium', 'libreoffice', 'latex'],
    count: 9,
    tell: (source, target, random, index) =>
      writeScan(source, target, (word) => misread(word, [0.15, 0.35, 0.6][index % 3] ?? 0.3, random), false),
  },
  'layer-good-ocr': {
    from: ['chromium', 'libreoffice'],
    count: 4,
    tell: (source, target) => writeScan(source, target, (word) => word, false),
  },
  'layer-sideways': {
    from: ['chromium', 'libreoffice'],
    count: 4,
    tell: (source, target) => writeScan(source, target, (word) => word, true),
  },
  'layer-hidden': {
    from: ['chromium', 'libreoffice', 'latex'],
    count: 6,
    tell: (source, target, random, index) => {
      const prose = proseOf(random, 'en');
      const lines = Array.from({ length: 6 }, () => prose.sentence());
      rewrite(source, target, (objects) =>
        hideText(objects, lines, (['unpainted', 'white', 'outside'] as const)[index % 3] ?? 'white'),
      );
    },
  },
  'layer-outlines': {
    from: ['chromium', 'libreoffice'],
    count: 4,
    tell: (source, target) => writeOutlines(source, target),
  },
};

const GENRES = ['letter', 'minutes', 'policy', 'agreement', 'release', 'report', 'contract', 'manual', 'paper'];

/** Short English documents of one typesetter, in a chance order of their own. */
async function shortOnes(made: string, typesetter: Typesetter): Promise<string[]> {
  const names: string[] = [];
  for (const { name, typesetter: own, source } of planned()) {
    const [, genre = ''] = name.split('-');
    const path = join(made, `${name}.pdf`);
    if (own !== typesetter || source.language !== 'en' || !GENRES.includes(genre) || !existsSync(path)) continue;
    if ((await pagesOf(path)) <= 2) names.push(name);
  }
  return randomOf(`lies ${typesetter}`).sample(names, names.length);
}

/** Tells each lie of documents that were made before. Returns what could not be made, in words. */
export async function buildLayers(folder: string, made: string): Promise<string[]> {
  const missing: string[] = [];
  const sources: Record<Typesetter, string[]> = {
    chromium: await shortOnes(made, 'chromium'),
    libreoffice: await shortOnes(made, 'libreoffice'),
    latex: await shortOnes(made, 'latex'),
  };
  const used: Record<Typesetter, number> = { chromium: 0, libreoffice: 0, latex: 0 };
  for (const [fault, { from, count, tell }] of Object.entries(LIES)) {
    for (let index = 0; index < count; index++) {
      const typesetter = from[index % from.length] ?? 'chromium';
      const base = sources[typesetter][used[typesetter]++ % Math.max(1, sources[typesetter].length)];
      const name = `${fault}-${String(index + 1).padStart(2, '0')}`;
      if (!base || existsSync(join(folder, `${name}.md`))) continue;
      try {
        tell(join(made, `${base}.pdf`), join(folder, `${name}.pdf`), randomOf(name), index);
        copyFileSync(join(made, `${base}.md`), join(folder, `${name}.md`));
      } catch (error) {
        missing.push(`${name}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`);
      }
    }
  }
  return missing;
}
