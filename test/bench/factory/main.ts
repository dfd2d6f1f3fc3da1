/**
 * Makes documents that nobody has seen, with their exact truth, and scores what engines read.
 *
 *     npm run bench:factory -- --seed S --count N [--producer PART] [--peers] [--worst N] [--shrink NAME | --diff NAME]
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { difference } from '../quality/difference.ts';
import { CORPUS } from '../quality/documents.ts';
import type { BenchDocument } from '../quality/documents.ts';
import type { Engine } from '../quality/engines.ts';
import { ours } from '../quality/ours.ts';
import { installedPeers } from '../quality/peers.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluate.ts';
import { make, samplesOf } from './make.ts';
import type { Made } from './make.ts';
import { byBlock, byProducer, byStyle, engineTable, worst } from './report.ts';
import type { Sample } from './sample.ts';
import { shrink } from './shrink.ts';
import { placed } from './truth.ts';

const FOLDER = join(CORPUS, 'factory');

function documentOf({ sample, path }: Made): BenchDocument {
  return {
    name: sample.name,
    set: 'factory',
    path,
    truth: path.replace(/pdf$/u, 'md'),
    half: 'held',
    genre: sample.producer,
  };
}

async function evaluations(engine: Engine, made: readonly Made[]): Promise<Evaluation[]> {
  const output = join(FOLDER, 'output', engine.name);
  mkdirSync(output, { recursive: true });
  const byName = new Map(made.map((each) => [each.sample.name, each]));
  const results: Evaluation[] = [];
  await engine.convert(made.map(documentOf), (document, outcome) => {
    const markdown = 'error' in outcome ? '' : outcome.markdown;
    writeFileSync(join(output, `${document.name}.md`), markdown);
    const result = evaluate(byName.get(document.name)!, markdown, 'error' in outcome ? 0 : outcome.ms);
    results.push('error' in outcome ? { ...result, error: outcome.error } : result);
  });
  return results;
}

const FOUND = 0.9;

/** The kind of block that is found worst in a document, and how small the document can be that still loses one. */
async function shrinkOne(result: Evaluation): Promise<void> {
  const lost = result.units.filter(({ found }) => found < FOUND).sort((a, b) => a.found - b.found)[0];
  if (!lost) {
    console.log(`${result.made.sample.name}: nothing is lost`);
    return;
  }
  const work = mkdtempSync(join(tmpdir(), 'shrink-'));
  let tries = 0;
  const fails = async (sample: Sample): Promise<boolean> => {
    const named = { ...sample, name: `try-${++tries}` };
    const { made } = await make([named], work);
    if (!made[0]) return false;
    const [next] = await evaluations(ours, made);
    return next?.units.some(({ kind, found }) => kind === lost.kind && found < FOUND) ?? false;
  };
  try {
    const smallest = await shrink(result.made.sample, fails);
    const name = `${result.made.sample.name}-small`;
    const { made } = await make([{ ...smallest, name }], join(FOLDER, 'small'));
    writeFileSync(
      join(FOLDER, 'small', `${name}.json`),
      `${JSON.stringify({ lost: lost.kind, ...smallest }, null, 1)}\n`,
    );
    console.log(`${lost.kind} lost after ${tries} tries: ${made[0]?.path ?? name}`);
    console.log(JSON.stringify(smallest.source.blocks).slice(0, 1500));
    console.log(JSON.stringify(smallest.look));
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: 'first' },
      count: { type: 'string', default: '60' },
      producer: { type: 'string' },
      peers: { type: 'boolean' },
      worst: { type: 'string', default: '10' },
      shrink: { type: 'string' },
      diff: { type: 'string' },
    },
  });
  const { samples, missing } = samplesOf(values.seed, Number(values.count), values.producer);
  const one = values.shrink ?? values.diff;
  const lot = await make(
    samples.filter(({ name }) => !one || name === one),
    join(FOLDER, values.seed),
  );
  for (const { path, truth } of lot.made)
    writeFileSync(
      path.replace(/pdf$/u, 'md'),
      [truth.text, ...truth.floating.map((float) => `<!-- floats -->\n\n${float}`)].join('\n'),
    );
  const own = await evaluations(ours, lot.made);
  if (one && own[0]) {
    if (values.shrink) await shrinkOne(own[0]);
    else {
      const markdown = readFileSync(join(FOLDER, 'output', ours.name, `${one}.md`), 'utf8');
      console.log(difference(placed(own[0].made.truth, markdown), markdown));
    }
    return;
  }
  const peers = values.peers ? await installedPeers() : { engines: [], missing: [] };
  const rows: [string, Evaluation[]][] = [['scriptorium', own]];
  for (const engine of peers.engines)
    rows.push([`${engine.name} ${engine.version}`, await evaluations(engine, lot.made)]);
  console.log(
    `seed ${values.seed}: ${own.length} documents, ${lot.made.reduce((sum, { pages }) => sum + pages, 0)} pages\n`,
  );
  for (const part of [
    engineTable(rows),
    byProducer(own),
    byBlock(own),
    byStyle(own),
    `Worst:\n${worst(own, Number(values.worst))}`,
  ])
    console.log(`${part}\n`);
  const lacks = [...missing, ...lot.missing, ...peers.missing.map((name) => `the peer ${name}`)];
  if (lacks.length > 0) console.log(`Missing: ${lacks.join('; ')}`);
}

await main();
