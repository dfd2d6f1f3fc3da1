import { areaOf, centerX, holdsPoint, middleOfLetters } from '../../model/geometry.ts';
import type { Atom } from '../../model/element.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { Canvas, RawRun, Rect } from '../../model/raw-page.ts';
import { explain } from '../../model/decisions.ts';
import { partsOfForm, type LatticePart } from './field-rows.ts';
import { readFields, readForm } from './form-boxes.ts';
import { boundsOfLattice, findLattices, withFilledRows, type Lattice } from '../rulings/lattice.ts';
import { rotatedCells } from './rotated-cells.ts';
import { withNamesBeside, withoutCaption } from './lattice-sides.ts';
import { readLatticeTable } from './lattice-table.ts';
import type { Rulings } from '../rulings/rulings.ts';
import type { TableContent } from '../model/draft-table.ts';
import { tableAtom } from '../model/table-atom.ts';

/** Fewest runs in a table. */
const LEAST_RUNS = 2;
/** Fewest rows of a table within a form. */
const LEAST_ROWS = 2;
/** Points by which text may stand beyond the outer lines. */
const MARGIN_PT = 1;

/** Text that is left once tables were taken out of it. */
export interface TextAndTables {
  readonly tables: readonly Atom[];
  readonly runs: readonly GlyphRun[];
  readonly rotated: ReadonlyMap<number, readonly RawRun[]>;
}

/** The tables and forms in a lattice: several where a form's rulings connect them. */
function partsOf(lattice: Lattice, runs: readonly GlyphRun[]): readonly LatticePart[] {
  const parts = partsOfForm(lattice);
  return parts.length > 0 && !readForm(lattice, runs) ? parts : [{ lattice, kind: 'lattice' }];
}

/** What a lattice is: a table, or a drawing, whose words are kept together. */
function atomOf(
  content: TableContent | undefined,
  { box }: { readonly lattice: Lattice; readonly box: Rect },
): { readonly answer: 'yes' | 'no'; readonly reason: string; readonly atom?: Atom } {
  if (!content) return { answer: 'no', reason: 'no cells of a table' };
  return { answer: 'yes', reason: 'rulings draw its cells', atom: tableAtom(content, box, [box.x0, box.x1]) };
}

interface Part extends LatticePart {
  readonly box: Rect;
  /** The text inside of it. */
  readonly inside: readonly GlyphRun[];
}

function partOf(part: LatticePart, runs: readonly GlyphRun[]): Part {
  const box = boundsOfLattice(part.lattice);
  const inside = runs.filter((run) => holdsPoint(box, centerX(run), middleOfLetters(run), MARGIN_PT));
  return { ...part, box, inside };
}

/** The cells of a part, or the fields of a form that it is. */
function readPart(
  { lattice, kind, inside }: Part,
  runs: readonly GlyphRun[],
  turned: readonly GlyphRun[],
): { readonly content: TableContent | undefined; readonly form: ReturnType<typeof readForm> } {
  const read = kind === 'fields' ? kind : readLatticeTable(lattice, [...inside, ...turned]);
  const content = read === 'fields' ? undefined : read;
  const areFields = read === 'fields' || (kind === 'grid' && (content?.rows.length ?? 0) < LEAST_ROWS);
  return { content, form: areFields ? readFields(lattice, inside) : readForm(lattice, runs) };
}

/** Takes the text of ruled tables out of the page, inner tables first. */
export function takeRuledTables(
  page: Canvas,
  rulings: Rulings,
  text: Pick<TextAndTables, 'runs' | 'rotated'>,
): TextAndTables {
  const tables: Atom[] = [];
  let { runs, rotated } = text;
  const lattices = findLattices(rulings)
    .map((lattice) => withNamesBeside(withoutCaption(lattice, runs), runs))
    .map((lattice) => withFilledRows(lattice, page.boxes))
    .flatMap((lattice) => partsOf(lattice, runs))
    .sort((a, b) => areaOf(boundsOfLattice(a.lattice)) - areaOf(boundsOfLattice(b.lattice)));
  for (const each of lattices) {
    const part = partOf(each, runs);
    if (part.inside.length < LEAST_RUNS) continue;
    const { lattice, box, inside } = part;
    const turned = rotatedCells(page, rotated, lattice);
    const { content, form } = readPart(part, runs, turned.runs);
    if (form) {
      explain('ruled table', 'no', 'the head, the fields or the lines of a form', () => box);
      runs = runs.filter((run) => !form.taken.has(run));
      tables.push(form.atom);
      continue;
    }
    const { answer, reason, atom } = atomOf(content, { lattice, box });
    explain('ruled table', answer, reason, () => box);
    if (!atom) continue;
    if (turned.used.size > 0)
      rotated = new Map([...rotated].map(([angle, raw]) => [angle, raw.filter((run) => !turned.used.has(run))]));
    const taken = new Set(inside);
    runs = runs.filter((run) => !taken.has(run));
    tables.push(atom);
  }
  return { tables, runs, rotated };
}
