import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages } from '../../../src/cli/convert/options.ts';
import { findInputs } from '../../../src/cli/convert/inputs.ts';
import { linkPrefix, targetOf } from '../../../src/cli/convert/outputs.ts';
import { createRate, writeBar } from '../../../src/cli/convert/progress-bar.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-cli-'));
  await mkdir(join(folder, 'docs/deep'), { recursive: true });
  await mkdir(join(folder, 'docs/.hidden'), { recursive: true });
  for (const name of ['a.pdf', 'docs/a.pdf', 'docs/a.docx', 'docs/deep/b.csv', 'docs/.hidden/c.pdf', 'docs/.d.pdf'])
    await writeFile(join(folder, name), 'x');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('--pages', () => {
  it.each([
    ['3', 3, 3],
    ['3-10', 3, 10],
    ['3-', 3, 1_000_000],
    [' 1-1 ', 1, 1],
  ])('reads %j', (text, start, end) => {
    expect(readPages(text)).toEqual({ start, end });
  });
  it.each(['', '0', '0-3', '5-3', '-3', 'a', '1-2-3', '1,2', '1.5', '9999999'])('refuses %j', (text) => {
    expect(() => readPages(text)).toThrow('Enter pages as');
  });
});

describe('the inputs of a conversion', () => {
  it('are files as they are, and folders with what is in them, hidden files aside', async () => {
    const { inputs, missing } = await findInputs([join(folder, 'docs'), join(folder, 'nothing.pdf')], folder);
    expect(inputs.map(({ name }) => name)).toEqual(['a.docx', 'a.pdf', 'deep/b']);
    expect(missing).toEqual([{ shown: join(folder, 'nothing.pdf'), code: 'no_file', error: 'File not found.' }]);
  });
  it('never share a name', async () => {
    const { inputs } = await findInputs(
      [join(folder, 'a.pdf'), join(folder, 'docs/a.pdf'), join(folder, 'docs/deep')],
      folder,
    );
    expect(inputs.map(({ name }) => name)).toEqual(['a.pdf', 'a.pdf-2', 'b']);
  });
});

describe('the Markdown of a document', () => {
  const input = {
    path: resolve('/in/my report.pdf'),
    shown: 'in/my report.pdf',
    name: 'my report',
    beside: 'in/my report',
  };
  it('goes to standard output, or next to its document', () => {
    expect(targetOf(input, { toFiles: false })).toBe('stdout');
    expect(targetOf(input, { toFiles: true })).toEqual({
      file: 'in/my report.md',
      imagePrefix: 'my report_images/',
    });
    expect(targetOf(input, { toFiles: true, output: '-' })).toBe('stdout');
  });
  it('goes where it is told', () => {
    expect(targetOf(input, { toFiles: false, output: 'x/out.markdown' })).toEqual({
      file: 'x/out.markdown',
      imagePrefix: 'out_images/',
    });
    expect(targetOf({ ...input, name: 'deep/b' }, { toFiles: false, directory: 'd' })).toEqual({
      file: 'd/deep/b.md',
      imagePrefix: 'b_images/',
    });
  });
  it('never replaces the document that it is made from', () => {
    const note = { path: resolve('note.md'), shown: 'note.md', name: 'note', beside: 'note' };
    expect(targetOf(note, { toFiles: true })).toMatchObject({ file: 'note.converted.md' });
  });
  it('links to its images by a folder that a URL can hold', () => {
    expect(linkPrefix(targetOf(input, { toFiles: true }))).toBe('my%20report_images/');
    expect(linkPrefix('stdout')).toBe('');
  });
});

describe('the progress bar', () => {
  const state = { files: 1, filesDone: 0, filesCounted: 1, pages: 100, pagesDone: 25, rate: 5 };
  it('shows pages done of total, rate, time left and the file at work', () => {
    expect(writeBar({ ...state, file: 'in/report.pdf' }, 100)).toBe(
      '[########----------------------] 25 of 100 pages, 5.0 a second, 15 s left: report.pdf',
    );
  });
  it('says which file is at work, and that a total is a guess while files are not counted', () => {
    expect(writeBar({ ...state, files: 4, filesDone: 1, filesCounted: 2, rate: 25 }, 120)).toBe(
      '[####--------------------------] 25 of about 200 pages, 25 a second, 7 s left, file 2 of 4',
    );
  });
  it('begins without figures, and says nothing of the time left before it can', () => {
    const { rate: _, ...early } = state;
    expect(writeBar({ ...early, filesCounted: 0, pages: 0, pagesDone: 0 }, 80)).toBe(
      '[------------------------------] opening',
    );
    expect(writeBar(early, 80)).toBe('[########----------------------] 25 of 100 pages');
  });
  it('shows long times in minutes and hours', () => {
    expect(writeBar({ ...state, pages: 1000, rate: 0.5 }, 100)).toContain('32 min 30 s left');
    expect(writeBar({ ...state, pages: 100_000, rate: 0.5 }, 100)).toContain('55 h 32 min left');
  });
  it.each([10, 20, 40, 60, 200])('stays within %d columns', (width) => {
    expect(writeBar({ ...state, files: 3, file: 'x'.repeat(90) }, width).length).toBeLessThan(width);
  });
  it('takes the rate of the last seconds, since processes that have just started are slower', () => {
    const rate = createRate(8, 2);
    expect(rate(0, 0)).toBeUndefined();
    expect(rate(5, 1)).toBeUndefined();
    expect(rate(6, 11)).toBeUndefined();
    expect(rate(9, 101)).toBe(25);
    expect(rate(17, 901)).toBe(100);
  });
});
