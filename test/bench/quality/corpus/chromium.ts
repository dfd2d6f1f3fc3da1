import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { htmlOf } from './render-html.ts';
import type { Look, Source } from './model.ts';

const PATHS = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'];

export function chromiumPath(): string | undefined {
  return PATHS.find((path) => path !== '' && existsSync(path));
}

const PAPERS: Readonly<Record<Look['paper'], { width: string; height: string }>> = {
  a4: { width: '210mm', height: '297mm' },
  letter: { width: '8.5in', height: '11in' },
  landscape: { width: '297mm', height: '210mm' },
  slide: { width: '10in', height: '5.625in' },
};

function edge(text: string, extra = ''): string {
  return `<div style="font-size:8pt;width:100%;margin:0 50pt;font-family:'Liberation Sans';display:flex;justify-content:space-between"><span>${text}</span>${extra}</div>`;
}

export interface Job {
  readonly source: Source;
  readonly look: Look;
  readonly path: string;
}

/** Prints documents with one browser, one after another. */
export async function printWithChromium(jobs: readonly Job[]): Promise<void> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('Chromium is missing');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    for (const { source, look, path } of jobs) {
      await page.setContent(htmlOf(source, look));
      const margin = `${(look.margin / 72).toFixed(3)}in`;
      await page.pdf({
        path,
        ...PAPERS[look.paper],
        tagged: look.tagged,
        outline: false,
        printBackground: true,
        margin: { top: margin, bottom: margin, left: margin, right: margin },
        displayHeaderFooter: Boolean(source.header ?? source.footer) || source.pageNumbers,
        headerTemplate: edge(source.header ?? ''),
        footerTemplate: edge(source.footer ?? '', source.pageNumbers ? '<span class="pageNumber"></span>' : ''),
      });
    }
  } finally {
    await browser.close();
  }
}
