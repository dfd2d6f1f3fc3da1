import type { Cell, Table, TableLook } from './model.ts';
import type { Prose } from './prose.ts';
import type { Random } from './random.ts';

const REGULAR: readonly TableLook[] = ['grid', 'booktabs', 'zebra', 'plain', 'rows', 'header-band', 'boxed', 'columns'];

function headOf(words: readonly string[], numeric: boolean): Cell[] {
  return words.map((text, index) => ({
    text,
    bold: true,
    ...(index > 0 && numeric ? { align: 'right' as const } : {}),
  }));
}

function numberCell(random: Random, prose: Prose): Cell {
  const text = random.pick([
    () => prose.number(),
    () => `${random.int(0, 99)}.${random.int(0, 9)}%`,
    () => (random.chance(0.3) ? `(${prose.number(900)})` : prose.number(900)),
    () => (random.chance(0.15) ? '–' : prose.number(99_999)),
  ])();
  return { text, align: 'right' };
}

/** Names in the first column, numbers in the others. */
export function numberTable(random: Random, prose: Prose, look: TableLook, rows = random.int(4, 10)): Table {
  const columns = random.int(2, 5);
  const years = Array.from({ length: columns }, (_, index) => `${2026 - columns + index}`);
  const heads = random.pick([years, prose.words.units.slice(0, columns), random.sample(prose.words.places, columns)]);
  const first = random.pick(['', 'Item', 'Category', 'Parameter']);
  const names = Array.from({ length: rows }, (_, index) => prose.words.rows[index % prose.words.rows.length] ?? '');
  const body = names.map((text, index): Cell[] => [
    { text: rows > prose.words.rows.length ? `${text} ${index + 1}` : text },
    ...heads.map(() => numberCell(random, prose)),
  ]);
  const total = random.chance(0.4)
    ? [[{ text: 'Total', bold: true }, ...heads.map((): Cell => ({ ...numberCell(random, prose), bold: true }))]]
    : [];
  return {
    kind: 'table',
    look,
    headerRows: 1,
    rows: [headOf([first, ...heads], true), ...body, ...total],
    widths: [2.4, ...heads.map(() => 1)],
  };
}

/** Short texts and a column of sentences that wrap. */
export function textTable(random: Random, prose: Prose, look: TableLook): Table {
  const long = random.int(1, 2);
  const heads = random.pick([
    ['No.', 'Measure', 'Description', 'Due'],
    ['Name', 'Type', 'Meaning'],
    ['Topic', 'Owner', 'Decision', 'Status'],
    ['Risk', 'Consequence', 'Mitigation'],
  ]);
  const rows = Array.from({ length: random.int(3, 7) }, (_, row): Cell[] =>
    heads.map((head, column) => {
      if (head === 'No.') return { text: String(row + 1) };
      if (head === 'Due') return { text: prose.date() };
      if (head === 'Status') return { text: random.pick(['open', 'done', 'in progress', 'deferred']) };
      if (head === 'Owner') return { text: prose.person() };
      return {
        text: column >= heads.length - long - 1 && column > 0 ? prose.sentence() : random.pick(prose.words.rows),
      };
    }),
  );
  return {
    kind: 'table',
    look,
    headerRows: 1,
    rows: [headOf(heads, false), ...rows],
    widths: heads.map((head) => (head === 'No.' ? 0.5 : ['Due', 'Status', 'Type', 'Name'].includes(head) ? 1.1 : 2.2)),
  };
}

/** A header of two rows with groups over columns, and sometimes row groups at the left. */
export function spanTable(random: Random, prose: Prose, look: TableLook): Table {
  const groups = random.sample(prose.words.places, random.int(2, 3));
  const leaves = random.pick([
    ['2023', '2024'],
    ['Plan', 'Actual'],
    ['Male', 'Female'],
    ['n', '%'],
  ]);
  const rowGroups = random.chance(0.5);
  const top: Cell[] = [
    ...(rowGroups ? [{ text: 'Area', rowSpan: 2, bold: true }] : []),
    { text: 'Indicator', rowSpan: 2, bold: true },
    ...groups.map((text): Cell => ({ text, colSpan: leaves.length, align: 'center', bold: true })),
  ];
  const second = groups.flatMap(() => leaves.map((text): Cell => ({ text, align: 'right', bold: true })));
  const names = random.sample(prose.words.rows, rowGroups ? 6 : random.int(4, 8));
  const size = random.pick([2, 3]);
  const labels = random.sample(prose.words.topics, 3);
  const body = names.map((text, index): Cell[] => [
    ...(rowGroups && index % size === 0
      ? [{ text: labels[index / size] ?? 'Other', rowSpan: Math.min(size, names.length - index) }]
      : []),
    { text },
    ...second.map(() => numberCell(random, prose)),
  ]);
  return {
    kind: 'table',
    look,
    headerRows: 2,
    rows: [top, second, ...body],
    widths: [...(rowGroups ? [1.8] : []), 2, ...second.map(() => 1)],
  };
}

/** Rows in sections: a full-width title row, then its lines; as in financial statements. */
export function sectionTable(random: Random, prose: Prose, look: TableLook): Table {
  const heads = ['', '2025', '2024'];
  const body = random.sample(prose.words.topics, 2).flatMap((topic): Cell[][] => [
    random.chance(0.5)
      ? [{ text: topic, colSpan: 3, bold: true }]
      : [{ text: topic, bold: true }, { text: '' }, { text: '' }],
    ...random
      .sample(prose.words.rows, random.int(2, 4))
      .map((text): Cell[] => [{ text, indent: 1 }, numberCell(random, prose), numberCell(random, prose)]),
    [
      { text: `Total ${topic.toLowerCase()}`, bold: true },
      { ...numberCell(random, prose), bold: true },
      { ...numberCell(random, prose), bold: true },
    ],
  ]);
  return { kind: 'table', look, headerRows: 1, rows: [headOf(heads, true), ...body], widths: [3, 1, 1] };
}

/** A table of marks and short words; some cells are empty. */
export function matrixTable(random: Random, prose: Prose, look: TableLook): Table {
  const heads = [
    'Feature',
    ...random.pick([
      ['Basic', 'Plus', 'Pro'],
      ['Model A', 'Model B'],
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
    ]),
  ];
  const rows = random.sample(prose.words.rows, random.int(4, 8)).map((text): Cell[] => [
    { text },
    ...heads.slice(1).map((): Cell => ({
      text: random.pick(['yes', 'no', '', 'optional', '–', `${random.int(1, 60)} ${random.pick(prose.words.units)}`]),
      align: 'center',
    })),
  ]);
  return {
    kind: 'table',
    look,
    headerRows: 1,
    rows: [
      headOf(heads, false).map((cell, index): Cell => (index === 0 ? cell : { ...cell, align: 'center' })),
      ...rows,
    ],
  };
}

/** Some table in some look. */
export function anyTable(random: Random, prose: Prose, looks: readonly TableLook[] = REGULAR): Table {
  const look = random.pick(looks);
  const table = random.pick([numberTable, numberTable, textTable, spanTable, sectionTable, matrixTable])(
    random,
    prose,
    look,
  );
  return random.chance(0.25)
    ? { ...table, note: `Source: ${prose.words.places[0] ?? ''} office, own calculation.` }
    : table;
}
