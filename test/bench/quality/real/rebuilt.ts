import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../corpus/chromium.ts';
import { randomOf } from '../corpus/random.ts';
import { CORPUS } from '../documents.ts';

interface Element {
  readonly coordinates: readonly { readonly x: number; readonly y: number }[];
  readonly category: string;
  readonly content: { readonly text: string; readonly html: string };
}

const WIDTH = 612;
const HEIGHT = 792;

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const BODIES = ["'Liberation Serif'", "'Liberation Sans'", "'DejaVu Serif'", "'Carlito'", "'Caladea'"];
const TABLES = [
  'td{border:.6pt solid #333}',
  'table{border-top:1pt solid;border-bottom:1pt solid}tr:first-child td{border-bottom:.6pt solid}',
  '',
  'tr{border-bottom:.4pt solid #888}',
  'tr:nth-child(even){background:#eee}',
  'tr:first-child td{background:#345;color:#fff}td{border:.4pt solid #aaa}',
];

/** One page with every element of the public truth in its own box; what fits decides the size of the letters. */
function pageOf(name: string, elements: readonly Element[]): string {
  const random = randomOf(name);
  const heading = random.pick([
    'font-weight:bold',
    'font-weight:bold',
    'font-weight:bold;color:#1f4e79',
    '',
    'font-style:italic',
  ]);
  const boxes = elements.map(({ coordinates, category, content }) => {
    const xs = coordinates.map(({ x }) => x * WIDTH);
    const ys = coordinates.map(({ y }) => y * HEIGHT);
    const place = `left:${Math.min(...xs)}pt;top:${Math.min(...ys)}pt;width:${Math.max(...xs) - Math.min(...xs)}pt;height:${Math.max(...ys) - Math.min(...ys)}pt`;
    if (category === 'Table') return `<div class="box" style="${place}"><table>${content.html}</table></div>`;
    if (category === 'Chart' || category === 'Figure')
      return `<div class="box drawing" style="${place}">${content.text
        .trim()
        .split('\n')
        .map((line) => `<span>${escape(line)}</span>`)
        .join('')}</div>`;
    return `<div class="box ${category}" style="${place}">${escape(content.text.trim())}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>@page{size:${WIDTH}pt ${HEIGHT}pt;margin:0}body{margin:0;font-family:${random.pick(BODIES)}}
.box{position:absolute;white-space:pre-wrap;line-height:1.18;box-sizing:border-box}.Heading1{${heading}${random.chance(0.3) ? ";font-family:'Liberation Sans'" : ''}}

.drawing{border:.5pt solid #999;display:flex;flex-direction:column;justify-content:space-between}
table{border-collapse:collapse;width:100%;white-space:normal}td{padding:.15em .4em;vertical-align:top}${random.pick(TABLES)}${random.chance(0.7) ? 'tr:first-child td{font-weight:bold}' : ''}</style>${boxes.join('')}`;
}

/** Runs in the page: the largest letters with which each box holds its text without wrapping more than it must. */
function fitAll(): void {
  const boxes = (
    globalThis as unknown as {
      document: {
        querySelectorAll: (selector: string) => ArrayLike<{
          className: string;
          style: { fontSize: string };
          scrollHeight: number;
          clientHeight: number;
          scrollWidth: number;
          clientWidth: number;
        }>;
      };
    }
  ).document.querySelectorAll('.box');
  for (const box of Array.from(boxes)) {
    let low = 3;
    let high = box.className.includes('drawing') ? 7.5 : 40;
    while (high - low > 0.1) {
      const size = (low + high) / 2;
      box.style.fontSize = `${size}pt`;
      if (box.scrollHeight <= box.clientHeight + 2 && box.scrollWidth <= box.clientWidth + 2) low = size;
      else high = size;
    }
    box.style.fontSize = `${low}pt`;
  }
  const sizeOf = (box: { style: { fontSize: string } }): number => Number.parseFloat(box.style.fontSize);
  const prose = Array.from(boxes)
    .filter((box) => box.className.includes('Paragraph'))
    .map(sizeOf)
    .sort((a, b) => a - b);
  const body = prose[Math.floor(prose.length / 2)] ?? 10;
  // one line alone in its box tells little of its size: what is no heading is not larger than the paragraphs, headings
  // are not smaller
  for (const box of Array.from(boxes)) {
    if (/Header|Footer|Footnote|Caption|List|Paragraph/u.test(box.className))
      box.style.fontSize = `${Math.min(sizeOf(box), body * (/Footnote|Caption/u.test(box.className) ? 0.92 : 1))}pt`;
    if (box.className.includes('Heading1')) box.style.fontSize = `${Math.max(sizeOf(box), body)}pt`;
  }
}

function truthOf(elements: readonly Element[]): string {
  return `${elements
    .map(({ category, content }) => {
      if (category === 'Table') return `<table>${content.html.replaceAll('\n', ' ')}</table>`;
      const text = content.text.trim();
      return category === 'Heading1' ? `# ${text.replaceAll('\n', ' ')}` : category === 'List' ? `- ${text}` : text;
    })
    .filter(Boolean)
    .join('\n\n')}\n`;
}

/**
 * Rebuilds the pages of the public benchmark (opendataloader-bench) from its truth, which has the box of every element,
 * since its PDFs are not to be had everywhere: real layouts with real texts, in letters and table lines of our choice.
 * Equations are left out.
 */
export async function importBench(clone: string): Promise<number> {
  const reference = execFileSync('git', ['-C', clone, 'show', 'HEAD:ground-truth/reference.json'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const folder = join(CORPUS, 'public');
  mkdirSync(folder, { recursive: true });
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const documents = Object.entries(JSON.parse(reference) as Record<string, { elements: readonly Element[] }>);
  for (const [file, { elements }] of documents) {
    const name = `public-${file.slice(-7, -4)}`;
    const printed = elements.filter(({ category }) => category !== 'Equation');
    await page.setContent(pageOf(name, printed));
    await page.evaluate(fitAll);
    await page.pdf({
      path: join(folder, `${name}.pdf`),
      preferCSSPageSize: true,
      printBackground: true,
      tagged: false,
    });
    writeFileSync(join(folder, `${name}.pdf.truth.md`), truthOf(printed));
  }
  await browser.close();
  return documents.length;
}
