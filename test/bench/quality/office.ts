/**
 * Office quality: similarity of our Markdown to docling's on docling's public test documents (indel ratio, as rapidfuzz computes it; spaces collapsed).
 *
 *     node test/bench/quality/office.ts FOLDER [--show NAME]
 *
 * FOLDER holds `docx/sources/x.docx` with `docx/groundtruth/x.docx.md`, as docling's tests/data does; it is not part of this repository.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { convert } from '../../../src/convert/convert.ts';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.ts';
import { merge } from '../../../src/convert/merge.ts';
import type { PageModel } from '../../../src/convert/part.ts';

const FOLDERS = ['docx', 'pptx', 'xlsx', 'xls', 'odf', 'csv', 'html', 'md'];

/** Markdown of one file as the service writes it. Throws `Failure`. */
export async function toMarkdown(path: string): Promise<string> {
  const pages: PageModel[] = [];
  const result = await convert(
    { path, bytes: statSync(path).size, fileName: path },
    undefined,
    { includeImages: false, native: 'allow', ocr: { languages: ['eng'] }, limits: DEFAULT_LIMITS },
    {
      page: async (page) => void pages.push(page),
      asset: async () => undefined,
    },
  );
  if (result.outcome !== 'done') return '';
  let markdown = '';
  await merge(
    [
      {
        summary: result.summary,
        async *pages() {
          yield* pages;
        },
      },
    ],
    async (text) => void (markdown += text),
    { outputBytes: DEFAULT_LIMITS.outputBytes },
  );
  return markdown;
}

/** 2·LCS / (a + b) by Hyyrö's bit-parallel longest common subsequence. */
export function indelRatio(a: string, b: string): number {
  if (a.length + b.length === 0) return 1;
  const words = Math.ceil(a.length / 32);
  const masks = new Map<number, Uint32Array>();
  for (let i = 0; i < a.length; i++) {
    const code = a.charCodeAt(i);
    let mask = masks.get(code);
    if (!mask) masks.set(code, (mask = new Uint32Array(words)));
    mask[i >>> 5]! |= 1 << (i & 31);
  }
  const state = new Uint32Array(words).fill(0xffffffff);
  for (let j = 0; j < b.length; j++) {
    const mask = masks.get(b.charCodeAt(j));
    if (!mask) continue;
    let carry = 0;
    for (let w = 0; w < words; w++) {
      const value = state[w]!;
      const shared = (value & mask[w]!) >>> 0;
      const sum = value + shared + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      state[w] = ((sum >>> 0) | (value & ~mask[w]!)) >>> 0;
    }
  }
  let common = 0;
  for (let w = 0; w < words; w++) {
    let zeros = ~state[w]! >>> 0;
    if (w === words - 1 && a.length % 32 > 0) zeros &= (1 << (a.length % 32)) - 1;
    for (zeros >>>= 0; zeros > 0; zeros = (zeros & (zeros - 1)) >>> 0) common++;
  }
  return (2 * common) / (a.length + b.length);
}

async function main(root: string, show: string | undefined): Promise<void> {
  const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const scores: number[] = [];
  const raw: number[] = [];
  for (const folder of FOLDERS) {
    const own: number[] = [];
    for (const name of existsSync(join(root, folder, 'sources'))
      ? readdirSync(join(root, folder, 'sources')).sort()
      : []) {
      const truthPath = join(root, folder, 'groundtruth', `${name}.md`);
      if (!existsSync(truthPath) || (show !== undefined && !name.startsWith(show))) continue;
      const path = join(root, folder, 'sources', name);
      const begun = process.cpuUsage();
      const text = await toMarkdown(path).catch((error: unknown) =>
        String(error instanceof Error ? error.stack : error),
      );
      const used = process.cpuUsage(begun);
      const truth = readFileSync(truthPath, 'utf8');
      const score = indelRatio(collapse(text), collapse(truth));
      own.push(score);
      raw.push(indelRatio(text.trim(), truth.trim()));
      console.log(
        `${score.toFixed(3)}  ${raw.at(-1)!.toFixed(3)}  ${((used.user + used.system) / 1000).toFixed(1).padStart(7)} ms  ${folder}/${name}`,
      );
      if (show !== undefined) console.log(`${text}\n${'='.repeat(30)} docling\n${truth}`);
    }
    if (own.length > 0) console.log(`${mean(own).toFixed(3)}  ${folder}: mean of ${own.length}`);
    scores.push(...own);
  }
  if (scores.length > 0)
    console.log(`${mean(scores).toFixed(3)}  all: mean of ${scores.length} (spaces kept: ${mean(raw).toFixed(3)})`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const folder = process.argv[2];
if (import.meta.main && folder !== undefined)
  await main(folder, process.argv[3] === '--show' ? process.argv[4] : undefined);
