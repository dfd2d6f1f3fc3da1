import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCorpus, pagesOf } from './corpus/build.ts';
import { difference } from './difference.ts';
import { CORPUS, findDocuments, SETS } from './documents.ts';
import type { BenchDocument } from './documents.ts';
import type { Engine } from './engines.ts';
import { buildFaults } from './faults/build.ts';
import { buildOffice } from './office/build.ts';
import { scoreOf } from './score-document.ts';
import { convertWhole, ocrOf, ours } from './ours.ts';
import { installedPeers } from './peers.ts';
import { behindOf, detailOf, genresOf, lyingOf, tableOf } from './table.ts';
import type { Result, Row } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    set: { type: 'string' },
    engine: { type: 'string' },
    diff: { type: 'string' },
    dev: { type: 'boolean' },
    detail: { type: 'boolean' },
    'no-peers': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const HELP = `npm run bench:quality -- [--only PART-OF-NAME] [--set ${SETS.join('|')}] [--dev] [--engine NAME] [--no-peers] [--detail] [--diff NAME]
--dev: only the half for tuning, with each document's scores; --diff: our Markdown next to the truth`;

const pageCounts = new Map<string, number>();

async function pages(document: BenchDocument): Promise<number> {
  if (!document.path.endsWith('.pdf')) return 1;
  const known = pageCounts.get(document.path) ?? (await pagesOf(document.path));
  pageCounts.set(document.path, known);
  return known;
}

async function resultsOf(engine: Engine, documents: readonly BenchDocument[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const document of documents) await pages(document);
  const output = join(CORPUS, 'output', engine.name);
  mkdirSync(output, { recursive: true });
  await engine.convert(documents, (document, outcome) => {
    const markdown = 'error' in outcome ? '' : outcome.markdown;
    if (engine === ours) writeFileSync(join(output, `${document.name}.md`), markdown);
    results.push({
      document,
      pages: pageCounts.get(document.path) ?? 1,
      ms: 'error' in outcome ? 0 : outcome.ms,
      score: scoreOf(document, markdown),
      ...('error' in outcome ? { error: outcome.error } : { warned: outcome.warned === true }),
    });
  });
  return results;
}

async function main(): Promise<void> {
  if (values.help) {
    console.log(HELP);
    return;
  }
  const made = join(CORPUS, 'made');
  const missing = await buildCorpus(made, ({ name }) => !values.only || name.includes(values.only));
  if (!values.set || values.set === 'faults') missing.push(...(await buildFaults(join(CORPUS, 'faults'), made)));
  if (!values.set || values.set === 'office-made') missing.push(...(await buildOffice(join(CORPUS, 'office-made'))));
  const documents = (await findDocuments(values.set)).filter(
    ({ name, set, half }) =>
      (!values.only || name.includes(values.only)) &&
      (!values.set || set === values.set) &&
      (!values.dev || half === 'dev'),
  );
  if (values.diff) {
    const document = (await findDocuments()).find(({ name }) => name === values.diff);
    if (!document) throw new Error(`no document ${values.diff}`);
    console.log(difference(readFileSync(document.truth, 'utf8'), await convertWhole(document.path, ocrOf(document))));
    return;
  }
  const peers = values['no-peers'] ? { engines: [], missing: [] } : await installedPeers(values.engine);
  const engines = [ours, ...peers.engines].filter(({ name }) => !values.engine || name === values.engine);
  const rows: Row[] = [];
  for (const engine of engines)
    rows.push({
      engine: engine === ours ? engine.name : `${engine.name} ${engine.version}`,
      results: await resultsOf(engine, documents),
    });
  const scores = rows.map(({ engine, results }) => ({
    engine,
    results: results.map(({ document: { name, set, genre, half }, ...result }) => ({
      name,
      set,
      genre,
      half,
      ...result,
    })),
  }));
  writeFileSync(join(CORPUS, 'output', 'scores.json'), JSON.stringify(scores));
  report(rows, [...missing, ...peers.missing.map((name) => `the peer ${name}`)]);
}

function report(rows: readonly Row[], missing: readonly string[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
  console.log(`${new Date().toISOString().slice(0, 16)} ${commit}`);
  const own = rows.find(({ engine }) => engine === ours.name);
  if (own && (values.dev || values.only || values.detail)) console.log(`\n${detailOf(own.results)}`);
  const kinds = [
    { title: 'PDF', holds: (set: string) => !['office', 'office-made', 'faults', 'tuning', 'locked'].includes(set) },
    ...SETS.map((name) => ({ title: name, holds: (set: string) => set === name })),
  ];
  for (const { title, holds } of kinds) {
    const part = rows
      .map(({ engine, results }) => ({ engine, results: results.filter(({ document }) => holds(document.set)) }))
      .filter(({ results }) => results.length > 0);
    if (part.length === 0) continue;
    console.log(`\n${title}: ${Math.max(...part.map(({ results }) => results.length))} documents\n\n${tableOf(part)}`);
    if (title === 'real' || ['tuning', 'faults', 'office-made'].includes(title)) console.log(`\n${genresOf(part)}`);
    if (title === 'real' && part.length > 1) console.log(`\nWhere another engine is ahead:\n\n${behindOf(part)}`);
    if (title === 'faults') console.log(`\n${lyingOf(part)}`);
  }
  if (missing.length > 0) console.log(`\nMissing: ${missing.join('; ')}`);
}

await main();
