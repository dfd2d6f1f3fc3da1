import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../make-folder.ts';
import { reasonOf } from '../system-error.ts';

/** Scope of the npm packages of Tesseract's data, which the engine finds in `node_modules` of the folder. */
const SCOPE = '@tesseract.js-data';

export class NotInstalled extends Error {}

/** Installs the data of languages (Tesseract's codes, such as `deu`) from npm. Throws `NotInstalled`. */
export async function installLanguages(codes: readonly string[], folder: string): Promise<void> {
  makePackageFolder(folder);
  const names = codes.map((code) => `${SCOPE}/${code}@1`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  try {
    await promisify(execFile)(
      npm,
      ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1', ...names],
      { shell: process.platform === 'win32' },
    );
  } catch (error) {
    throw new NotInstalled(explainFailure(error, codes, folder));
  }
}

function makePackageFolder(folder: string): void {
  try {
    makeFolder(folder);
    // Without one, npm would look for a package in the folders above.
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  } catch (error) {
    throw new NotInstalled(`Failed to write to the folder ${folder}: ${reasonOf(error)}.`);
  }
}

function explainFailure(error: unknown, codes: readonly string[], folder: string): string {
  const { code, stderr = '' } = error as { readonly code?: number | string; readonly stderr?: string };
  if (code === 'ENOENT')
    return `npm was not found. Download CODE.traineddata from github.com/tesseract-ocr/tessdata_best to ${folder}.`;
  if (/\bE404\b|ETARGET/.test(stderr)) {
    const unknown = codes.filter((one) => stderr.includes(`${SCOPE}/${one}`) || stderr.includes(`%2f${one}`));
    const names = (unknown.length > 0 ? unknown : codes).map((one) => `"${one}"`).join(', ');
    return `There is no OCR data for ${names}. Use codes of Tesseract, such as deu for German or chi_sim for Chinese.`;
  }
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim());
  return `npm failed: ${lines.find((line) => line !== '' && !line.startsWith('code ')) ?? 'no reason given'}`;
}
