/**
 * Checks of single statements about real pages:
 * `node test/bench/checks/main.ts [--engine NAME] [--only PART-OF-PATH] [--dev] [--failed] [--ocr]`.
 *
 * `--failed` also lists what fails, of the half for tuning only. `--ocr` reads pages as the command does, with OCR
 * where their text layer is wrong; without it all engines read what the layer says.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CORPUS } from '../quality/documents.ts';
import { ours } from '../quality/ours.ts';
import { installedPeers } from '../quality/peers.ts';
import { holds, readPage } from './check.ts';
import type { Check } from './check.ts';
import { readPages, SETS, TYPES } from './pages.ts';
import type { CheckedPage } from './pages.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: ours.name },
    only: { type: 'string', default: '' },
    dev: { type: 'boolean', default: false },
    failed: { type: 'boolean', default: false },
    ocr: { type: 'boolean', default: false },
  },
});

interface Result {
  readonly page: CheckedPage;
  readonly check: Check;
  readonly holds: boolean;
}

async function resultsOf(): Promise<Result[]> {
  const engine = [ours, ...(await installedPeers(values.engine)).engines].find(({ name }) => name === values.engine);
  if (!engine) throw new Error(`The engine ${values.engine} is not installed`);
  console.log(`${engine.name} ${engine.version}`);
  const pages = readPages().filter(({ pdf, half }) => pdf.includes(values.only) && (!values.dev || half === 'dev'));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const documents = pages.map(({ pdf, path, half }) => ({
    name: `check-${pdf.replaceAll(/[/.]/gu, '-')}`,
    set: values.ocr ? ('public' as const) : ('real' as const),
    path,
    truth: '',
    half,
  }));
  const results: Result[] = [];
  await engine.convert(documents, ({ path }, outcome) => {
    const page = byPath.get(path)!;
    const markdown = 'error' in outcome ? '' : outcome.markdown;
    if (engine === ours) {
      const place = join(CORPUS, 'output', 'checks', page.pdf.replace(/pdf$/u, 'md'));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, markdown);
    }
    const read = readPage(markdown);
    for (const check of page.checks) results.push({ page, check, holds: holds(check, read) });
  });
  return results;
}

function lineOf(name: string, results: readonly Result[]): string {
  const share = (some: readonly Result[]): string => {
    const passed = some.filter((result) => result.holds).length;
    return some.length === 0 ? '–' : `${((100 * passed) / some.length).toFixed(1)} (${some.length})`;
  };
  const cells = TYPES.map((type) => share(results.filter(({ check }) => check.type === type)));
  return `| ${[name, share(results), ...cells].join(' | ')} |`;
}

const results = await resultsOf();
console.log(`| pages | all | ${TYPES.join(' | ')} |\n|---|---|${'---|'.repeat(TYPES.length)}`);
for (const set of SETS)
  console.log(
    lineOf(
      set,
      results.filter(({ page }) => page.pdf.startsWith(`${set}/`)),
    ),
  );
for (const half of ['dev', 'held'])
  console.log(
    lineOf(
      half,
      results.filter(({ page }) => page.half === half),
    ),
  );
console.log(
  lineOf(
    'seen by a person',
    results.filter(({ check }) => check.checked === 'verified'),
  ),
);
console.log(lineOf('all', results));
if (values.failed)
  for (const { page, check, holds: passed } of results) {
    const { id: _id, pdf: _pdf, max_diffs: _most, type, checked, ...rest } = check;
    if (!passed && page.half === 'dev') console.log(page.pdf, type, checked ?? 'unseen', JSON.stringify(rest));
  }
