import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { wordsOf } from './text-layer.ts';
import type { TextLayer } from './text-layer.ts';

/** A node of Pandoc's document tree: `t` names its type, `c` holds its content, whose form depends on it. */
interface Node {
  readonly t: string;
  readonly c: never;
}

interface Tree {
  readonly meta: Readonly<Record<string, Node>>;
  readonly blocks: readonly Node[];
}

const FORMATS: Readonly<Record<string, string>> = {
  '.tex': 'latex',
  '.ltx': 'latex',
  '.Rnw': 'latex',
  '.md': 'markdown-smart',
  '.Rmd': 'markdown-smart',
  '.qmd': 'markdown-smart',
  '.org': 'org',
  '.rst': 'rst',
  '.html': 'html',
};

export const SOURCES: readonly string[] = Object.keys(FORMATS);

/** The source without what a program replaces before it is typeset: chunks of code whose output is not in it. */
function prepared(path: string): string {
  const text = readFileSync(path).toString('utf8');
  if (extname(path) === '.Rnw')
    return text.replaceAll(/^<<.*?>>=$.*?^@.*?$/gmsu, '').replaceAll(/\\Sexpr\{[^}]*\}/gu, '');
  if (/\.[Rq]md$/u.test(path)) return text.replaceAll(/^```\{.*?^```\s*$/gmsu, '').replaceAll(/`r [^`]*`/gu, '');
  return text;
}

function readTree(path: string): Tree {
  const printed = execFileSync('pandoc', ['-f', FORMATS[extname(path)] ?? 'markdown', '-t', 'json'], {
    input: prepared(path),
    cwd: dirname(path),
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: 60_000,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return JSON.parse(printed) as Tree;
}

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  `alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ
omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Sigma Σ Phi Φ Psi Ψ Omega Ω times × cdot · le ≤ leq ≤ ge ≥ geq ≥ neq ≠ approx ≈ pm ± to → rightarrow → in ∈ sum ∑ infty ∞
partial ∂ nabla ∇ ldots … dots … int ∫ prod ∏ forall ∀ exists ∃ subset ⊂ cup ∪ cap ∩ sim ∼ equiv ≡`
    .split(/\s+/u)
    .reduce<[string, string][]>(
      (pairs, word, index, all) => (index % 2 === 0 ? [...pairs, [word, all[index + 1] ?? '']] : pairs),
      [],
    ),
);

/** A formula as the letters that are printed, as far as that is simple. */
function printedMath(tex: string): string {
  return tex
    .replaceAll(/\\(?:begin|end)\{[^}]*\}(?:\{[^}]*\})?|\\label\{[^}]*\}/gu, ' ')
    .replaceAll(
      /\\([A-Za-z]+)\s?/gu,
      (_, name: string) =>
        LETTERS[name] ?? (/^(?:log|ln|exp|sin|cos|tan|min|max|lim|Pr|det|arg|sup|inf)$/u.test(name) ? name : ''),
    )
    .replaceAll(/\\[,;:!]|[{}$^_&]|\\\\/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

type Inlines = readonly Node[];

/** Footnotes met on the way: they follow the block that refers to them. */
type Notes = string[];

function inlineText(nodes: Inlines, notes: Notes): string {
  return nodes.map((node) => oneInline(node, notes)).join('');
}

function oneInline(node: Node, notes: Notes): string {
  const c = node.c as unknown;
  switch (node.t) {
    case 'Str':
      return c as string;
    case 'Space':
    case 'SoftBreak':
    case 'LineBreak':
      return ' ';
    case 'Code':
      return (c as [unknown, string])[1];
    case 'Math':
      return printedMath((c as [unknown, string])[1]);
    case 'Quoted':
      return (c as [Node, Inlines])[0].t === 'SingleQuote'
        ? `‘${inlineText((c as [Node, Inlines])[1], notes)}’`
        : `“${inlineText((c as [Node, Inlines])[1], notes)}”`;
    case 'Note':
      notes.push(blocksText(c as readonly Node[]));
      return '';
    case 'Cite':
    case 'RawInline':
    case 'Image':
      return '';
    case 'Link':
    case 'Span':
      return inlineText((c as [unknown, Inlines])[1], notes);
    default:
      return Array.isArray(c) ? inlineText(c as Inlines, notes) : '';
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

type PandocRow = readonly [unknown, readonly (readonly [unknown, Node, number, number, readonly Node[]])[]];

function tableText(c: readonly unknown[]): string {
  const [, caption, , head, bodies, foot] = c as [
    unknown,
    [unknown, readonly Node[]],
    unknown,
    [unknown, readonly PandocRow[]],
    readonly [unknown, unknown, readonly PandocRow[], readonly PandocRow[]][],
    [unknown, readonly PandocRow[]],
  ];
  const isEmpty = ([, cells]: PandocRow): boolean => cells.every(([, , , , blocks]) => blocks.length === 0);
  const rows = [...head[1], ...bodies.flatMap((body) => [...body[2], ...body[3]]), ...foot[1]].filter(
    (row) => !isEmpty(row),
  );
  const cell = ([, , rowSpan, columns, blocks]: PandocRow[1][number]): string =>
    `<td${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}${columns > 1 ? ` colspan="${columns}"` : ''}>${escaped(
      blocksText(blocks).replaceAll(/\s+/gu, ' ').trim(),
    )}</td>`;
  const body = rows.map(([, cells]) => `<tr>${cells.map(cell).join('')}</tr>`).join('');
  return [blocksText(caption[1]), `<table>${body}</table>`].filter(Boolean).join('\n\n');
}

function itemsText(items: readonly (readonly Node[])[], markOf: (index: number) => string, notes: Notes): string {
  return items
    .map((blocks, index) => {
      const nested = blocks.filter(({ t }) => t === 'BulletList' || t === 'OrderedList');
      const own = blocks.filter((block) => !nested.includes(block));
      const text = blocksText(own).replaceAll(/\s+/gu, ' ').trim();
      return [`${markOf(index)} ${text}`, ...nested.map((list) => oneBlock(list, notes).replaceAll(/^/gmu, '  '))].join(
        '\n',
      );
    })
    .join('\n');
}

function oneBlock(node: Node, notes: Notes): string {
  const c = node.c as unknown;
  switch (node.t) {
    case 'Header':
      return `${'#'.repeat((c as [number])[0])} ${inlineText((c as [number, unknown, Inlines])[2], notes).trim()}`;
    case 'CodeBlock':
      return `\`\`\`\n${(c as [unknown, string])[1]}\n\`\`\``;
    case 'BulletList':
      return itemsText(c as (readonly Node[])[], () => '-', notes);
    case 'OrderedList': {
      const [[start], items] = c as [[number], (readonly Node[])[]];
      return itemsText(items, (index) => `${start + index}.`, notes);
    }
    case 'DefinitionList':
      return (c as [Inlines, (readonly Node[])[]][])
        .map(([term, texts]) => `${inlineText(term, notes)} ${texts.map((blocks) => blocksText(blocks)).join(' ')}`)
        .join('\n\n');
    case 'Table':
      return tableText(c as readonly unknown[]);
    case 'LineBlock':
      return (c as Inlines[]).map((line) => inlineText(line, notes)).join('\n');
    case 'Para':
    case 'Plain':
      return paragraphText(c as Inlines, notes);
    case 'BlockQuote':
      return blocksText(c as readonly Node[]);
    case 'Div':
      return blocksText((c as [unknown, readonly Node[]])[1]);
    default:
      return '';
  }
}

/** A picture alone in its paragraph leaves its caption. */
function paragraphText(inlines: Inlines, notes: Notes): string {
  const only = inlines.length === 1 ? inlines[0] : undefined;
  if (only?.t === 'Image') return inlineText((only.c as unknown as [unknown, Inlines])[1], notes).trim();
  return inlineText(inlines, notes).replaceAll(/\s+/gu, ' ').trim();
}

function blocksText(blocks: readonly Node[]): string {
  return blocks
    .map((block) => {
      const own: Notes = [];
      const text = oneBlock(block, own);
      return [text, ...own].filter(Boolean).join('\n\n');
    })
    .filter(Boolean)
    .join('\n\n');
}

function metaTexts(node: Node | undefined): string[] {
  if (!node) return [];
  const c = node.c as unknown;
  if (node.t === 'MetaInlines') return [inlineText(c as Inlines, []).trim()];
  if (node.t === 'MetaBlocks') return [blocksText(c as readonly Node[])];
  if (node.t === 'MetaList') return (c as Node[]).flatMap(metaTexts);
  if (node.t === 'MetaString') return [c as string];
  if (node.t === 'MetaMap') return metaTexts((c as Record<string, Node>)['name']);
  return [];
}

/**
 * What the typesetter put before a text, where a line of the page is that and the text: "2.1 Methods", "Table 3:
 * Results".
 */
function printedLine(text: string, lines: readonly string[], before: RegExp): string {
  const squeezed = wordsOf(text).join('');
  if (squeezed.length < 3) return text;
  for (const line of lines) {
    const mark = before.exec(line)?.[0];
    if (mark && wordsOf(line.slice(mark.length)).join('').slice(0, 40) === squeezed.slice(0, 40))
      return `${mark.trim()} ${text}`;
  }
  return text;
}

const NUMBER = /^(?:(?:Chapter|Appendix|Section)\s+)?(?:\d+|[A-Z])(?:\.\d+)*\.?\s+/u;
const CAPTION = /^(?:Table|Figure|Listing|Fig\.)\s+[\dA-Z]+(?:\.\d+)*\s*[:.]\s*/u;

/**
 * The Markdown of a source in LaTeX, Markdown or another format that Pandoc reads, with the numbers that the
 * typesetter added.
 */
export function truthOfSource(path: string, layer: TextLayer): string {
  const { meta, blocks } = readTree(path);
  const lines = layer.pages.flatMap((page) => page.split('\n')).map((line) => line.trim());
  const shown = (texts: readonly string[]): string[] => {
    const page = wordsOf(layer.pages.join(' ')).join(' ');
    return texts.filter((text) => text !== '' && page.includes(wordsOf(text).slice(0, 4).join(' ')));
  };
  const abstract = shown(metaTexts(meta['abstract']));
  const parts = [
    ...shown(metaTexts(meta['title'])).map((title) => `# ${title}`),
    ...shown([...metaTexts(meta['subtitle']), ...metaTexts(meta['author']), ...metaTexts(meta['date'])]),
    ...(abstract.length > 0 && lines.some((line) => /^abstract$/iu.test(line)) ? ['# Abstract'] : []),
    ...abstract,
    blocksText(blocks),
  ];
  return `${parts
    .join('\n\n')
    .split('\n')
    .map((line) => {
      const heading = /^(#+) (.*)$/u.exec(line);
      return heading
        ? `${heading[1]} ${printedLine(heading[2] ?? '', lines, NUMBER)}`
        : printedLine(line, lines, CAPTION);
    })
    .join('\n')}\n`;
}
