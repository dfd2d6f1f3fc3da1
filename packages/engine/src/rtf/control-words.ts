import { characterWord, codePageWord, paragraphWord } from './formatting.ts';
import type { RtfReading } from './reading.ts';
import type { Destination } from './words.ts';

type WordReader = (reading: RtfReading, name: string, parameter: number | undefined) => void;

/** Control words by the destination of their group; words of other destinations are ignored. */
const READERS: Partial<Record<Destination, WordReader>> = {
  text: readTextWord,
  fonts: ({ definitions }, name, parameter = 0) => definitions.fontWord(name, parameter),
  styles: ({ definitions }, name, parameter = 0) => definitions.styleWord(name, parameter),
  lists: ({ definitions }, name, parameter = 0) => definitions.listWord(name, parameter),
  overrides: ({ definitions }, name, parameter = 0) => definitions.overrideWord(name, parameter),
  picture: ({ group }, name) => group.picture?.type(name),
  math: ({ group }, name) => group.formula?.word(name),
  label: ({ group }, name, parameter) => characterWord(group, name, parameter),
  'nested-row': ({ group, rows }, name, parameter) => {
    if (name === 'nestrow') group.story.endRow(Math.max(2, group.paragraph.tableDepth), rows.take(1));
    else rows.word(1, name, parameter);
  },
};

export function readWord(reading: RtfReading, name: string, parameter: number | undefined): void {
  READERS[reading.group.destination]?.(reading, name, parameter);
}

/** Words of text other than those of its formatting. */
const TEXT_WORDS: ReadonlyMap<string, (reading: RtfReading) => void> = new Map([
  ['par', endParagraph],
  ['sect', endParagraph],
  ['page', endParagraph],
  ['column', endParagraph],
  ['line', addBreak],
  ['lbr', addBreak],
  ['cell', ({ group }) => group.story.endCell(1, group.paragraph)],
  ['nestcell', ({ group }) => group.story.endCell(Math.max(2, group.paragraph.tableDepth), group.paragraph)],
  ['row', ({ group, rows }) => group.story.endRow(1, rows.take(0))],
  ['field', ({ group }) => void (group.field = { instruction: '' })],
  ['fldrslt', beginFieldResult],
  ['titlepg', ({ body }) => body.expectFirstHeader()],
]);

function readTextWord(reading: RtfReading, name: string, parameter: number | undefined): void {
  const textWord = TEXT_WORDS.get(name);
  if (textWord) return textWord(reading);
  const { group, rows } = reading;
  if (rows.word(0, name, parameter) || paragraphWord(group.paragraph, name, parameter)) return;
  reading.codePage = codePageWord(name, parameter) ?? reading.codePage;
  characterWord(group, name, parameter);
}

function endParagraph({ group }: RtfReading): void {
  group.story.endParagraph(group.paragraph);
}

function addBreak({ group }: RtfReading): void {
  group.story.inline({ kind: 'break' });
}

/** Begins the result of a field: that of a link leads to the address in its instruction. */
function beginFieldResult({ group }: RtfReading): void {
  const instruction = group.field?.instruction ?? '';
  const href = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]+)"/i.exec(instruction)?.[1];
  if (href !== undefined && /^(?:https?|mailto|ftp|tel):/i.test(href)) group.look = { ...group.look, href };
}
