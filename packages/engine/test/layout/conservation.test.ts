import { describe, expect, it } from 'vitest';
import type { RawPage } from '../../src/layout/model/raw-page.ts';
import { lettersMissing, textsOfBlocks, textsOfElements, textsOfRuns } from '../../src/layout/stages/conservation.ts';
import { cutLines } from '../../src/layout/stages/cut-lines.ts';
import { findRegions } from '../../src/layout/stages/find-regions.ts';
import { orient } from '../../src/layout/stages/orient.ts';
import { readBlocks } from '../../src/layout/stages/read-blocks.ts';
import { readText } from '../../src/layout/stages/read-text.ts';
import { layoutPage } from '../../src/layout/page.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

const textOf = (runs: Iterable<{ readonly text: string }>): string[] => [...runs].map(({ text }) => text);

/** Letters that each stage loses without a reason. */
function lostByStage(raw: RawPage): Record<string, number> {
  const turned = orient(raw);
  const text = readText(turned);
  const lines = cutLines(text);
  const regions = findRegions(lines);
  const { blocks } = readBlocks(regions);
  const rotated = (of: ReadonlyMap<number, readonly { readonly text: string }[]>): string[] =>
    [...of.values()].flatMap(textOf);
  const read = [...textsOfRuns(text.runs), ...rotated(text.rotated)];
  const cut = [...textsOfElements(lines.elements), ...rotated(lines.rotated)];
  const { top, body, bottom } = regions.edges;
  const found = [...textsOfElements([...top.flat(), ...body, ...bottom.flat()]), ...rotated(regions.rotated)];
  return {
    orient: lettersMissing(textOf(raw.runs), textOf(turned.runs)),
    readText: lettersMissing(textOf(turned.runs), [...read, ...textOf(text.left)]),
    cutLines: lettersMissing(read, cut),
    findRegions: lettersMissing(cut, found),
    readBlocks: lettersMissing(found, textsOfBlocks(blocks)),
  };
}

const NOTHING = { orient: 0, readText: 0, cutLines: 0, findRegions: 0, readBlocks: 0 };

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A page of anything anywhere: prose, cells, labels, rules, boxes, bullets, notes, turned and repeated text. */
function anyPage(seed: number): RawPage {
  const random = randomOf(seed);
  const page = makePage();
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  let y = 60;
  while (y < 740) {
    const size = pick([8, 10, 10, 10, 14, 20]);
    const x = pick([72, 72, 90, 320]);
    const kind = random();
    if (kind < 0.4) page.text(x, y, pick(PROSE).slice(0, x > 300 ? 40 : 80), { size });
    else if (kind < 0.6)
      [72, 200, 330, 460].forEach((left, index) =>
        page.text(left, y, index === 0 ? pick(['Total', 'Net income', 'Depth']) : `${Math.round(9000 * random())}`, {
          size,
        }),
      );
    else if (kind < 0.7) page.text(x, y, `${pick(['•', '1.', '(a)', '–'])} ${pick(PROSE).slice(0, 50)}`, { size });
    else if (kind < 0.8)
      page.text(x, y, `${pick(['Name:', 'Invoice no.', 'Figure 1:', 'Table 2.'])} ${Math.round(999 * random())}`, {
        size,
      });
    else if (kind < 0.9)
      page.text(x, y, pick(['Dear Sir,', '2', 'Page 3 of 9', 'ABSTRACT', '04109 Leipzig']), { size });
    else {
      const twice = pick(PROSE).slice(0, 30);
      page.text(x, y, twice, { size });
      page.text(x + 0.4, y, twice, { size });
    }
    y += size * pick([1.2, 1.2, 1.5, 3]);
  }
  return page.page();
}

describe('a page between its stages', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('keeps every letter of page %i', (seed) => {
    expect(lostByStage(anyPage(seed))).toEqual(NOTHING);
  });

  it('names the reason of what it leaves out', () => {
    const maker = makePage();
    maker.text(72, 100, PROSE[0]);
    maker.text(72, 100, PROSE[0]);
    maker.text(72, 120, 'tiny', { size: 1 });
    const page = maker.page();
    expect(new Set(readText(page).left.map(({ reason }) => reason))).toEqual(new Set(['printed twice', 'too small']));
    expect(lostByStage(page)).toEqual(NOTHING);
  });

  it('says nothing of lost text where nothing is lost', () => {
    expect(layoutPage(anyPage(1)).warnings).toBeUndefined();
  });

  it('counts letters and digits that are missing, whatever their form', () => {
    expect(lettersMissing(['ﬁn é', '12'], ['f', 'in', 'é'])).toBe(2);
    expect(lettersMissing(['a – b'], ['b a'])).toBe(0);
  });
});
