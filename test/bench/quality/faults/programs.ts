import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../corpus/chromium.ts';
import type { Block, Look, Source } from '../corpus/model.ts';
import { htmlOf } from '../corpus/render-html.ts';
import type { Printable } from './printable.ts';
import { formattingObjectsOf } from './formatting-objects.ts';
import { groffOf } from './groff.ts';
import { runsOf } from './marks.ts';
import { typstOf } from './typst.ts';

export const PROGRAMS = ['chromium', 'weasyprint', 'typst', 'reportlab', 'fpdf2', 'groff', 'fop'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Packages of Python are looked for in an environment beside those of the peers. */
export const PYTHON = join(import.meta.dirname, '..', '..', '.corpus', 'peers', 'venv-typesetters', 'bin', 'python');

type LookOf = (printable: Printable) => Look;

/** A page for WeasyPrint, which prints the running lines that its style sheet holds. */
function styledPage(source: Source, look: Look): string {
  const sizes = { a4: 'A4', letter: 'letter', landscape: 'A4 landscape', slide: '10in 5.625in' };
  const box = (place: string, content: string): string => `@${place}{content:${content};font-size:8pt}`;
  const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
  const boxes = [
    ...(source.header ? [box('top-left', quoted(source.header))] : []),
    ...(source.footer ? [box('bottom-left', quoted(source.footer))] : []),
    ...(source.pageNumbers ? [box('bottom-right', 'counter(page)')] : []),
  ];
  return htmlOf(source, look).replace(
    '</style>',
    `@page{size:${sizes[look.paper]};margin:${look.margin}pt;${boxes.join('')}}</style>`,
  );
}

function pageOf({ source, columns, css, look: given }: Printable, look: Look): string {
  if (given) return styledPage(source, given);
  const own = { ...look, columns: columns as Look['columns'], paper: 'a4' as const, tagged: false };
  return htmlOf(source, own)
    .replaceAll(/~([^~<\n]+?)~/gu, '<sub>$1</sub>')
    .replace('</style>', `@page{size:A4;margin:2cm}${css}</style>`);
}

async function printByChromium(printables: readonly Printable[], folder: string, lookOf: LookOf): Promise<string[]> {
  const executablePath = chromiumPath();
  if (!executablePath) return ['Chromium (Debian: chromium)'];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    for (const printable of printables) {
      await page.setContent(pageOf(printable, lookOf(printable)));
      await page.pdf({
        path: join(folder, `${printable.name}.pdf`),
        preferCSSPageSize: true,
        printBackground: true,
        tagged: printable.tagged,
      });
    }
  } finally {
    await browser.close();
  }
  return [];
}

/** A block with its texts as runs, which is all that the driver knows of marks. */
function plainBlock(block: Block): unknown {
  switch (block.kind) {
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => row.map((cell) => ({ ...cell, text: runsOf(cell.text) }))),
        ...(block.caption ? { caption: runsOf(block.caption) } : {}),
        ...(block.note ? { note: runsOf(block.note) } : {}),
      };
    case 'list': {
      const items = (list: typeof block): unknown => ({
        ...list,
        items: list.items.map((item) => ({
          text: runsOf(item.text),
          ...(item.list ? { list: items(item.list) } : {}),
        })),
      });
      return items(block);
    }
    case 'lines':
      return { ...block, lines: block.lines.map(runsOf) };
    case 'paragraph':
      return { ...block, text: runsOf(block.lead ? `${block.lead} ${block.text}` : block.text) };
    case 'heading':
    case 'quote':
      return { ...block, text: runsOf(block.text) };
    case 'toc':
      return { ...block, entries: block.entries.map((entry) => ({ ...entry, text: runsOf(entry.text) })) };
    case 'aside':
    case 'chart':
    case 'code':
    case 'equation':
    case 'fields':
    case 'page-break':
    case 'side-by-side':
      return block;
  }
}

function jobOf(program: Program, printable: Printable, folder: string, lookOf: LookOf): unknown {
  const { name, source, columns, look } = printable;
  const out = join(folder, `${name}.pdf`);
  if (program === 'weasyprint') return { program, out, text: pageOf(printable, lookOf(printable)) };
  if (program === 'typst') return { program, out, text: typstOf(printable) };
  const blocks = [
    ...(source.abstract
      ? [
          { kind: 'heading' as const, level: 1 as const, text: 'Abstract' },
          { kind: 'paragraph' as const, text: source.abstract },
        ]
      : []),
    ...source.blocks,
  ];
  const document = {
    title: runsOf(source.title ?? ''),
    byline: (source.byline ?? []).map(runsOf),
    columns,
    blocks: blocks.map(plainBlock),
    ...(look ? { look } : {}),
  };
  return { program, out, document };
}

async function printByPython(
  program: Program,
  printables: readonly Printable[],
  folder: string,
  lookOf: LookOf,
): Promise<string[]> {
  if (!existsSync(PYTHON)) return [`${program} (a Python package: pip install ${program})`];
  const child = spawn(PYTHON, [join(import.meta.dirname, 'typeset.py')], { stdio: ['pipe', 'pipe', 'ignore'] });
  for (const printable of printables)
    child.stdin.write(`${JSON.stringify(jobOf(program, printable, folder, lookOf))}\n`);
  child.stdin.end();
  const missing: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line) as { error?: string };
    if (answer.error) missing.push(`${program}: ${answer.error}`);
  }
  return missing;
}

function printByCommand(program: 'groff' | 'fop', printables: readonly Printable[], folder: string): string[] {
  const work = mkdtempSync(join(tmpdir(), 'typeset-'));
  const missing: string[] = [];
  try {
    for (const printable of printables) {
      const source = join(work, 'source');
      const target = join(folder, `${printable.name}.pdf`);
      writeFileSync(source, program === 'groff' ? groffOf(printable) : formattingObjectsOf(printable));
      try {
        if (program === 'groff')
          writeFileSync(
            target,
            execFileSync('groff', ['-Kutf8', '-t', '-ms', '-Tpdf', source], {
              maxBuffer: 1e8,
              stdio: ['ignore', 'pipe', 'ignore'],
            }),
          );
        else
          execFileSync('fop', ['-c', join(import.meta.dirname, 'fop.xconf'), '-fo', source, '-pdf', target], {
            stdio: 'ignore',
          });
      } catch (error) {
        missing.push(`${printable.name}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`);
      }
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  return missing;
}

/** Prints documents by one program; returns what could not be printed, in words. */
export async function typeset(
  program: Program,
  printables: readonly Printable[],
  folder: string,
  lookOf: LookOf,
): Promise<string[]> {
  if (program === 'chromium') return await printByChromium(printables, folder, lookOf);
  if (program === 'groff' || program === 'fop') return printByCommand(program, printables, folder);
  return await printByPython(program, printables, folder, lookOf);
}
