/**
 * Brings the pages and their checks into the corpus, out of a clone of their repository:
 *
 *     git clone https://github.com/xingdi1990/olmocr xingdi1990+olmocr
 *     node test/bench/checks/import.ts --clones FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findClone, pathsOf, readBlob } from '../quality/real/clones.ts';
import { CHECKS, COMMIT, REPOSITORY, SETS } from './pages.ts';

const { values } = parseArgs({ options: { clones: { type: 'string', default: '.' } } });
const clone = findClone(values.clones, REPOSITORY);
if (!clone) throw new Error(`There is no clone of ${REPOSITORY} in ${values.clones}`);
const PREFIX = 'orbit-bench/bench_data/';
const wanted = new RegExp(`^${PREFIX}(?:pdfs/)?(?:${SETS.join('|')})(?:\\.jsonl|/.*\\.pdf)$`, 'u');
let count = 0;
for (const path of pathsOf(clone, COMMIT).filter((name) => wanted.test(name))) {
  const bytes = readBlob(clone, COMMIT, path);
  if (!bytes) {
    console.log(`The clone lacks ${path}`);
    continue;
  }
  const place = join(CHECKS, path.slice(PREFIX.length));
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, bytes);
  count += 1;
}
console.log(`${count} files`);
