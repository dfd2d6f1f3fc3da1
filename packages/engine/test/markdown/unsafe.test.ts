import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '../../src/document.ts';
import { writeBlocks } from '../../src/markdown/write.ts';

/**
 * Characters that can begin or end a construct, and what stands before and after them then, as mdast-util-to-markdown
 * (2.2.3, `lib/unsafe.js`) lists them. `break`: at the beginning of a line.
 */
const UNSAFE = [
  { character: '!', after: '[x](y)', at: 'phrasing' },
  { character: '#', after: ' x', at: 'break' },
  { character: '##', before: 'x ', at: 'end of a heading' },
  { character: '&', after: 'amp;', at: 'phrasing' },
  { character: '&', after: '#65;', at: 'phrasing' },
  { character: '(', before: '[x]', after: 'y)', at: 'phrasing' },
  { character: ')', before: '12', after: ' x', at: 'break' },
  { character: '.', before: '12', after: ' x', at: 'break' },
  { character: '.', before: '12', at: 'break' },
  { character: '*', after: ' x', at: 'break' },
  { character: '*', after: '**', at: 'break' },
  { character: '*', before: 'x', after: 'y* z', at: 'phrasing' },
  { character: '**', after: 'y**', at: 'phrasing' },
  { character: '+', after: ' x', at: 'break' },
  { character: '-', after: ' x', at: 'break' },
  { character: '-', after: '--', at: 'break' },
  { character: '-', after: ' - -', at: 'break' },
  { character: '<', after: 'b>', at: 'phrasing' },
  { character: '<', after: '/b>', at: 'phrasing' },
  { character: '<', after: '!-- x -->', at: 'phrasing' },
  { character: '<', after: '?x?>', at: 'phrasing' },
  { character: '<', after: 'https://example.org>', at: 'phrasing' },
  { character: '=', after: '==', at: 'break' },
  { character: '>', after: ' x', at: 'break' },
  { character: '[', after: 'x](y)', at: 'phrasing' },
  { character: '[', after: 'x]: y', at: 'break' },
  { character: '[', after: '^1]: y', at: 'break' },
  { character: '\\', after: '*', at: 'phrasing' },
  { character: '\\', at: 'end of a line' },
  { character: '_', after: 'y_', at: 'phrasing' },
  { character: '_', after: '__', at: 'break' },
  { character: '`', after: 'y`', at: 'phrasing' },
  { character: '```', after: 'y', at: 'break' },
  { character: '~', after: '~y~~', at: 'phrasing' },
  { character: '~~~', after: 'y', at: 'break' },
  { character: '|', after: ' - |', at: 'break' },
] as const;

const markdownIt = new MarkdownIt({ html: true });
/** The text that a renderer shows, a line for each line of it. */
function shown(markdown: string): string {
  const lines = markdownIt.parse(markdown, {}).flatMap(({ type, children, content }) => {
    if (type !== 'inline') return type === 'html_block' || type === 'fence' || type === 'code_block' ? [content] : [];
    return (children ?? [])
      .map(({ type: kind, content: text }) =>
        kind.endsWith('break') ? '\n' : kind === 'text' ? text : `‹${kind}›${text}`,
      )
      .join('');
  });
  return lines.join('\n');
}
const types = (markdown: string): string[] => markdownIt.parse(markdown, {}).map(({ type }) => type);

const text = (value: string, more: Partial<Inline> = {}): Inline => ({ kind: 'text', text: value, ...more }) as Inline;
const paragraph = (...content: Inline[]): Block => ({ kind: 'paragraph', content });
const PARAGRAPH = ['paragraph_open', 'inline', 'paragraph_close'];

describe.each(UNSAFE.map((pattern) => ({ before: '', after: '', ...pattern })))(
  '$before$character$after, $at',
  ({ before, character, after }) => {
    const sample = `${before}${character}${after}`;

    test.each([
      ['alone', [text(sample)], sample],
      ['within a sentence', [text(`One ${sample} two.`)], `One ${sample} two.`],
      ['within a word', [text(`one${sample}two`)], `one${sample}two`],
      ['after a line break', [text('One'), { kind: 'break' } as const, text(sample)], `One\n${sample}`],
      ['in two runs', [text(before + character), text(after, { bold: true })].filter(hasText), undefined],
      ['before a line break', [text(`One ${sample}`), { kind: 'break' } as const, text('two')], `One ${sample}\ntwo`],
    ])('is text in a paragraph: %s', (_where, content, expected) => {
      const markdown = writeBlocks([paragraph(...content)]);
      expect(types(markdown), markdown).toEqual(PARAGRAPH);
      if (expected !== undefined) expect(shown(markdown), markdown).toBe(expected);
    });

    test('is text in a heading, a list item, a quotation and a cell', () => {
      const blocks = (markdown: string): string => shown(markdown);
      const block = paragraph(text(sample));
      expect(blocks(writeBlocks([{ kind: 'heading', level: 2, content: [text(sample)] }]))).toBe(sample);
      expect(blocks(writeBlocks([{ kind: 'list', ordered: false, items: [{ blocks: [block] }] }]))).toBe(sample);
      expect(blocks(writeBlocks([{ kind: 'quote', blocks: [block] }]))).toBe(sample);
      const cells = [{ blocks: [block] }, { blocks: [paragraph(text('y'))] }];
      expect(blocks(writeBlocks([{ kind: 'table', headerRows: 1, rows: [cells, cells] }]))).toBe(
        [sample, 'y', sample, 'y'].join('\n'),
      );
    });

    test('is the text of a link, and part of its address', () => {
      const markdown = writeBlocks([
        paragraph(text('See '), text(`x${sample}y`, { href: `https://example.org/?q=${sample}` }), text('.')),
      ]);
      const tokens = markdownIt.parse(markdown, {}).flatMap(({ children }) => children ?? []);
      const link = tokens.find(({ type }) => type === 'link_open');
      expect(decodeURIComponent(String(link?.attrGet('href'))), markdown).toBe(`https://example.org/?q=${sample}`);
      expect(
        tokens
          .filter(({ type }) => type === 'text')
          .map(({ content }) => content)
          .join(''),
      ).toBe(`See x${sample}y.`);
    });
  },
);

function hasText(inline: Inline): boolean {
  return inline.kind !== 'text' || inline.text !== '';
}
