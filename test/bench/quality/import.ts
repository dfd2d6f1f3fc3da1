/**
 * Brings documents of other projects into the corpus, out of clones of their repositories that lie side by side as
 * OWNER+NAME.
 *
 *     node test/bench/quality/import.ts --clones FOLDER [--locked]
 *
 * With --locked those of the lock box instead. What a clone lacks is named, with the command that makes it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CORPUS, REAL } from './documents.ts';
import { findClone } from './real/clones.ts';
import { importOffice } from './real/docling.ts';
import { importListed } from './real/listed.ts';
import { importBench } from './real/rebuilt.ts';

async function main(clones: string): Promise<void> {
  const missing = await importListed(clones, REAL, values.locked ? ['locked'] : ['list', 'tuning']);
  if (!values.locked) await importOthers(clones, missing);
  if (missing.length > 0) console.log(`Missing:\n${missing.join('\n')}`);
}

/** The documents of two other projects' tests and benchmarks. */
async function importOthers(clones: string, missing: string[]): Promise<void> {
  const docling = findClone(clones, 'docling-project/docling');
  if (docling) console.log(`office: ${importOffice(docling, join(CORPUS, 'office'))} documents`);
  const bench = findClone(clones, 'opendataloader-project/opendataloader-bench');
  if (existsSync(join(CORPUS, 'public'))) console.log('public: there already');
  else if (bench) console.log(`public: ${await importBench(bench.folder)} pages`);
  else
    missing.push(
      'git clone https://github.com/opendataloader-project/opendataloader-bench opendataloader-project+opendataloader-bench',
    );
}

const { values } = parseArgs({ options: { clones: { type: 'string' }, locked: { type: 'boolean' } } });
if (values.clones) await main(values.clones);
else console.log('node test/bench/quality/import.ts --clones FOLDER [--locked]');
