import { anyLook } from '../corpus/looks.ts';
import { listOf } from '../corpus/make-blocks.ts';
import { numberTable, textTable } from '../corpus/make-tables.ts';
import type { Block, List, ListMarks, Source } from '../corpus/model.ts';
import { proseOf } from '../corpus/prose.ts';
import type { Prose } from '../corpus/prose.ts';
import { randomOf } from '../corpus/random.ts';
import type { Random } from '../corpus/random.ts';
import { htmlOf } from '../corpus/render-html.ts';
import { plainList } from './texts.ts';

const listOn = (random: Random, prose: Prose, marks: ListMarks = 'bullet'): List =>
  plainList(listOf(random, prose, marks));

const BODIES: readonly ((random: Random, prose: Prose) => readonly Block[])[] = [
  (random, prose) => [listOn(random, prose)],
  (random, prose) => [listOn(random, prose, 'decimal')],
  (random, prose) => [numberTable(random, prose, 'grid', random.int(3, 6))],
  (random, prose) => [textTable(random, prose, 'grid')],
  (random, prose) => [{ kind: 'paragraph', text: prose.paragraph(2) }, listOn(random, prose)],
  (random, prose) => [
    {
      kind: 'side-by-side',
      left: [listOn(random, prose)],
      right: [listOn(random, prose)],
      share: 0.5,
    },
  ],
];

/** Slides, each of a title and what stands below it. */
export function deckOf(name: string): Source {
  const random = randomOf(name);
  const prose = proseOf(random, 'en');
  const blocks = Array.from({ length: random.int(3, 8) }, (): Block[] => [
    { kind: 'heading', level: 1, text: prose.topic() },
    ...random.pick(BODIES)(random, prose),
  ]).flat();
  return { name, language: 'en', blocks, pageNumbers: false };
}

/** The deck as HTML of which Pandoc makes a slide for each heading. */
export const deckHtml = (deck: Source): string =>
  htmlOf(deck, anyLook(randomOf(deck.name), 'slides'))
    .replace(/<title>.*?<\/title>/u, '')
    .replaceAll(/<\/?(?:header|main)>/gu, '')
    .replaceAll(/<div class="table">(<table.*?<\/table>)<\/div>/gu, '$1')
    .replaceAll(/<div class="sides">(.*?)<\/div>(?=\n|<\/body>)/gsu, (sides) =>
      sides.replace('"sides"', '"columns"').replaceAll('<div style="width', '<div class="column" style="width'),
    );
