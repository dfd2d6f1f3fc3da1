import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, Inline } from '../../src/document.ts';
import { writeBlocks } from '../../src/markdown/write.ts';
import { executableParts } from '../../../../test/make/executable.ts';

const text = fc
  .array(
    fc.constantFrom(
      ...'`|``|~~~|\n|\n\n| |    |- |> |<script>|<img src=x onerror=alert(1)>|<img/src=x/onerror=alert(1)>|<svg onload=a()>'.split(
        '|',
      ),
      ...'<a href="|javascript:alert(1)|java&#115;cript:alert(1)|"|[|]|(|)|: |<|>|\\|<!--|-->|<div>|</td>|&lt;|$|$$|a|b |\r'.split(
        '|',
      ),
      '|',
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const flag = fc.option(fc.constant(true as const), { nil: undefined });
const inline: fc.Arbitrary<Inline> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record(
      { kind: fc.constant('text' as const), text, bold: flag, code: flag, href: fc.option(text, { nil: undefined }) },
      { requiredKeys: ['kind', 'text'] },
    ) as fc.Arbitrary<Inline>,
  },
  text.map((alt): Inline => ({ kind: 'image', alt })),
  text.map((alt): Inline => ({ kind: 'image', asset: 'a.png', alt })),
  text.map((label): Inline => ({ kind: 'footnote', label })),
  text.map((latex): Inline => ({ kind: 'math', latex })),
);
const content = fc.array(inline, { minLength: 1, maxLength: 4 });
const flat: fc.Arbitrary<Block> = fc.oneof(
  content.map((inlines): Block => ({ kind: 'paragraph', content: inlines })),
  content.map((inlines): Block => ({ kind: 'heading', level: 2, content: inlines })),
  fc.record({ kind: fc.constant('code' as const), text, language: text }),
  text.map((latex): Block => ({ kind: 'math', latex })),
  text.map((markdown): Block => ({ kind: 'verbatim', markdown })),
  content.map((caption): Block => ({ kind: 'figure', image: { kind: 'image', alt: 'a' }, caption })),
);
const nested: fc.Arbitrary<Block> = fc.oneof(
  fc.array(flat, { maxLength: 2 }).map((blocks): Block => ({ kind: 'quote', blocks })),
  fc
    .tuple(text, fc.array(flat, { maxLength: 2 }))
    .map(([label, blocks]): Block => ({ kind: 'footnote', label, blocks })),
  fc
    .tuple(text, fc.boolean(), fc.array(flat, { maxLength: 2 }))
    .map(([label, ordered, blocks]): Block => ({ kind: 'list', ordered, items: [{ label, blocks }, { blocks }] })),
  fc
    .tuple(fc.array(fc.array(flat, { maxLength: 2 }), { minLength: 2, maxLength: 2 }), fc.integer({ min: 1, max: 2 }))
    .map(([cells, colSpan]): Block => ({
      kind: 'table',
      headerRows: 1,
      rows: [cells.map((blocks) => ({ blocks })), [{ blocks: cells[0]!, colSpan }]],
    })),
);

test(
  'no text, wherever it stands in a document, is executed by a renderer of its Markdown',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(flat, nested), { minLength: 1, maxLength: 3 }), (blocks) => {
        const markdown = writeBlocks(blocks);
        expect({ markdown, found: executableParts(markdown) }).toEqual({ markdown, found: [] });
      }),
      {
        numRuns: Number(process.env['RUNS'] ?? 2000),
        examples: [[[{ kind: 'footnote', label: '', blocks: [{ kind: 'verbatim', markdown: ')\n~~~<script>' }] }]]],
      },
    );
  },
);
