import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure } from '../../../packages/engine/src/failure.ts';
import { layoutPage } from '../../../packages/engine/src/layout/page.ts';
import { createExtraction } from '../../../packages/engine/src/pdf/extract.ts';
import { openPdf } from '../../../packages/engine/src/pdf/open.ts';

/**
 * Milliseconds of CPU a page, and memory, of reading every PDF of a folder: `node test/bench/pdf/speed.ts FOLDER
 * [rounds]`. A round reads each file anew; the first is cold. Pages are taken out and laid out, and not kept.
 */
const [folder, rounds = '2'] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');

interface Cost {
  pages: number;
  extract: number;
  layout: number;
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.pdf'))
  .toSorted();

async function readFile(path: string): Promise<Cost> {
  const cost: Cost = { pages: 0, extract: 0, layout: 0 };
  let mark = process.cpuUsage();
  const lap = (): number => {
    const { user, system } = process.cpuUsage(mark);
    mark = process.cpuUsage();
    return (user + system) / 1000;
  };
  try {
    const pdf = await openPdf(readFileSync(path));
    const extraction = createExtraction(pdf);
    for (let number = 1; number <= pdf.document.numPages; number++) {
      const { raw } = await extraction.page(number);
      cost.extract += lap();
      layoutPage(raw);
      cost.layout += lap();
      cost.pages++;
    }
    pdf.close();
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
  return cost;
}

const perPage = (ms: number, pages: number): string => (ms / Math.max(1, pages)).toFixed(2).padStart(8);

for (let round = 1; round <= Number(rounds); round++) {
  const total: Cost = { pages: 0, extract: 0, layout: 0 };
  let peak = 0;
  const slowest: { name: string; ms: number }[] = [];
  for (const name of files) {
    const cost = await readFile(join(folder, name));
    total.pages += cost.pages;
    total.extract += cost.extract;
    total.layout += cost.layout;
    peak = Math.max(peak, process.memoryUsage.rss());
    if (cost.pages > 0) slowest.push({ name, ms: cost.extract / cost.pages });
  }
  console.log(
    `round ${round}: ${files.length} files, ${total.pages} pages; ms CPU a page: extract${perPage(total.extract, total.pages)}, layout${perPage(total.layout, total.pages)}; memory at most ${Math.round(peak / 1e6)} MB`,
  );
  if (round === Number(rounds))
    for (const { name, ms } of slowest.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
      console.log(`${ms.toFixed(1).padStart(8)} ms a page  ${name}`);
}
