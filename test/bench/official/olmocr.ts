import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { installPython } from '../../clients/install.ts';
import type { ServiceProcess } from '../../service-process.ts';
import { chromiumPath } from '../quality/corpus/chromium.ts';
import { convertPage, forEach } from './pages.ts';
import { runTool } from './tool.ts';

const VERSION = '0.4.27';
const CANDIDATE = 'scriptorium';

/** The benchmark's program. It draws formulas in the system's browser, since Playwright's own may be missing. */
const judgeWith = (browser: string): string => `
import runpy
from playwright.sync_api import BrowserType
launch = BrowserType.launch
BrowserType.launch = lambda self: launch(self, executable_path=${JSON.stringify(browser)}, args=['--no-sandbox'])
runpy.run_module('olmocr.bench.benchmark', run_name='__main__')
`;

/**
 * Runs the service over a copy of olmOCR-bench: a folder with `pdfs` and files of checks (JSON Lines). Its own program
 * judges; returns what that says.
 */
export async function runOlmocr(service: ServiceProcess, data: string, scratch: string): Promise<string> {
  const browser = chromiumPath();
  if (browser === undefined) throw new Error('Chromium is missing, in which the benchmark draws formulas');
  const python = await installPython(`olmocr-bench-${VERSION}`, [`olmocr[bench]==${VERSION}`, 'numpy', 'tqdm']);
  const folder = await mkdtemp(join(scratch, 'olmocr-'));
  await symlink(resolve(data, 'pdfs'), join(folder, 'pdfs'));
  const pages = new Map<string, { readonly pdf: string; readonly page: number }>();
  for (const name of await readdir(data)) {
    if (!name.endsWith('.jsonl')) continue;
    const lines = await readFile(join(data, name), 'utf8');
    await writeFile(join(folder, name), lines);
    for (const line of lines.split('\n')) {
      if (line.trim() === '') continue;
      const { pdf, page } = JSON.parse(line) as { readonly pdf: string; readonly page: number };
      pages.set(`${pdf} ${page}`, { pdf, page });
    }
  }
  await forEach([...pages.values()], async ({ pdf, page }) => {
    const markdown = await convertPage(service, join(data, 'pdfs', pdf), page, 'markdown');
    const path = join(folder, CANDIDATE, pdf.replace(/\.pdf$/, `_pg${page}_repeat1.md`));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, markdown ?? '');
  });
  // `--force`: PDFs that no check names are not converted.
  const judge = ['-c', judgeWith(browser), '--dir', folder, '--candidate', CANDIDATE, '--force'];
  return await runTool(join(python, 'python'), judge);
}
