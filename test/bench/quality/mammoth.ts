/**
 * What mammoth makes of the DOCX documents of the office set, beside ours (docs/decisions/009-own-readers.md):
 *
 *     node test/bench/quality/mammoth.ts
 *
 * Its own Markdown, and its HTML through our HTML reader, with the metrics of the benchmark.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mammoth from 'mammoth';
import { findDocuments } from './documents.ts';
import type { Engine, Outcome } from './engines.ts';
import { comparableOffice } from './comparable-office.ts';
import { score } from './metrics/score.ts';
import { convertWhole, ours } from './ours.ts';
import { tableOf } from './table.ts';
import type { Result } from './table.ts';

type Convert = (input: { readonly path: string }) => Promise<{ readonly value: string }>;

/** Its types leave out `convertToMarkdown`, which it calls deprecated and recommends HTML instead. */
const { convertToMarkdown } = mammoth as unknown as { convertToMarkdown: Convert };

const engineOf = (name: string, convert: (path: string) => Promise<string>): Engine => ({
  name,
  version: '',
  async convert(documents, report) {
    for (const document of documents) report(document, await outcomeOf(() => convert(document.path)));
  },
});

async function outcomeOf(convert: () => Promise<string>): Promise<Outcome> {
  const before = process.cpuUsage();
  try {
    const markdown = await convert();
    const { user, system } = process.cpuUsage(before);
    return { markdown, ms: (user + system) / 1000 };
  } catch (error) {
    return { error: String(error) };
  }
}

const folder = mkdtempSync(join(tmpdir(), 'mammoth-'));

async function throughHtml(path: string): Promise<string> {
  const { value } = await mammoth.convertToHtml({ path });
  const file = join(folder, 'document.html');
  writeFileSync(file, `<!doctype html><html><body>${value}</body></html>`);
  return convertWhole(file);
}

const engines = [
  ours,
  engineOf('mammoth, its Markdown', async (path) => (await convertToMarkdown({ path })).value),
  engineOf('mammoth, its HTML through our reader', throughHtml),
];
const documents = (await findDocuments()).filter(({ set, path }) => set === 'office' && path.endsWith('.docx'));
const rows = [];
for (const engine of engines) {
  const results: Result[] = [];
  // Once for the code to be compiled, and once to be measured.
  await engine.convert(documents, () => {});
  await engine.convert(documents, (document, outcome) => {
    const markdown = 'error' in outcome ? '' : outcome.markdown;
    results.push({
      document,
      pages: 1,
      ms: 'error' in outcome ? 0 : outcome.ms,
      score: score(comparableOffice(readFileSync(document.truth, 'utf8')), comparableOffice(markdown)),
      ...('error' in outcome ? { error: outcome.error } : {}),
    });
  });
  rows.push({ engine: engine.name, results });
}
rmSync(folder, { recursive: true });
console.log(`${documents.length} documents\n\n${tableOf(rows)}`);
for (const { document, score: own } of rows[0]!.results) {
  const others = rows
    .slice(1)
    .map(({ results }) => results.find((result) => result.document === document)!.score.overall);
  if (others.some((other) => other > own.overall + 0.005))
    console.log(
      `${document.name}: ${own.overall.toFixed(3)}, mammoth ${others.map((other) => other.toFixed(3)).join(' and ')}`,
    );
}
