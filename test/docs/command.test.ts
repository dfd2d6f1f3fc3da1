import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { runCommand } from '../cli/convert/run-command.ts';
import { encryptStandard } from '../make/encrypt-office.ts';
import { makeReportPdf } from '../make/text-pdf.ts';

const SCAN = ['Der Bericht der Verwaltung liegt', 'bei dem Amt und ist bis zum Ende', 'des Monats dort zu lesen.'];

const scan = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="420"><rect width="100%" height="100%" fill="white"/>
      ${SCAN.map((line, at) => `<text x="60" y="${90 + 110 * at}" font-size="56" font-family="sans-serif">${line}</text>`).join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** Documents are converted side by side, and take their time. */
const comparable = (output: string): string[] =>
  output
    .trim()
    .replaceAll(/[\d.]+ s\b/g, '… s')
    .split('\n')
    .sort();

test('the page of the command shows what the command says', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/command.md'), 'utf8');
  const shown = /<!-- output -->\n```\n([^]*?)```\n<!-- \/output -->/.exec(page)![1]!;
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-command-'));
  try {
    await writeFile(join(folder, 'report.pdf'), makeReportPdf(12));
    await writeFile(join(folder, 'scan.png'), await scan());
    await writeFile(join(folder, 'old.docx'), encryptStandard(Buffer.from('content'), 'secret'));
    const { code, err } = await runCommand(['convert', 'report.pdf', 'scan.png', 'old.docx'], { cwd: folder });
    expect(code).toBe(1);
    expect(comparable(err)).toEqual(comparable(shown));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
