import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFailure } from '../../../src/convert/failure.ts';
import { layoutPage } from '../../../src/convert/layout/page.ts';
import { createExtraction } from '../../../src/convert/pdf/extract.ts';
import { openPdf } from '../../../src/convert/pdf/open.ts';
import { textSource } from '../../../src/convert/pdf/quality.ts';
import { mutate } from '../../make/mutate.ts';

/**
 * Does every PDF of a folder end in pages or in a named failure? `node test/bench/pdf/robust.ts FOLDER [seeds] [seconds]`: each file in a process
 * of its own, as it is and with `seeds` mutations, each with a limit of time. Prints what did not, and a count of the outcomes.
 */
const PAGES = 40;

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    const pdf = await openPdf(bytes);
    const extraction = createExtraction(pdf);
    const pages = Math.min(PAGES, pdf.document.numPages);
    let bad = 0;
    for (let number = 1; number <= pages; number++) {
      try {
        const page = await extraction.page(number);
        textSource(page);
        layoutPage(page.raw);
      } catch (error) {
        if (!isFailure(error)) throw error;
        bad++;
      }
    }
    pdf.close();
    return bad === 0 ? 'pages' : bad < pages ? 'some pages' : 'no page';
  } catch (error) {
    if (isFailure(error)) return error.code;
    throw error;
  }
}

async function child(path: string, seeds: number): Promise<void> {
  const bytes = new Uint8Array(readFileSync(path));
  for (let seed = 0; seed <= seeds; seed++) {
    const outcome = await outcomeOf(seed === 0 ? bytes : mutate(bytes, seed)).catch((error: unknown) => `ERROR seed ${seed}: ${String(error)}`);
    console.log(outcome);
  }
}

function run(path: string, seeds: number, seconds: number): Promise<{ lines: string[]; end: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [fileURLToPath(import.meta.url), '--child', path, String(seeds)], { timeout: seconds * 1000 * (seeds + 1), killSignal: 'SIGKILL', maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const end = error === null ? '' : error.killed === true ? `over its ${seconds} s` : `died: ${stderr.slice(-300)}`;
      resolve({ lines: stdout.split('\n').filter(Boolean), end });
    });
  });
}

const [first, second, third = '0', fourth = '40'] = process.argv.slice(2).length > 0 && process.argv[2] === '--child' ? process.argv.slice(2) : ['', ...process.argv.slice(2)];
if (first === '--child') {
  await child(second ?? '', Number(third));
} else {
  const folder = second ?? '.';
  const outcomes = new Map<string, number>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf')).toSorted()) {
    const { lines, end } = await run(join(folder, name), Number(third), Number(fourth));
    if (end !== '') console.log(`${name}: ${end}`);
    for (const line of lines) {
      if (line.startsWith('ERROR')) console.log(`${name}: ${line}`);
      const outcome = line.startsWith('ERROR') ? 'ERROR' : line;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  console.log(Object.fromEntries([...outcomes].toSorted((a, b) => b[1] - a[1])));
}
