import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { languageData } from '../../../packages/engine/src/ocr.ts';
import { WrongSetting } from '../settings.ts';

export interface OcrData {
  /** Absolute and with links resolved, as Node's permission model wants it. */
  readonly folder: string | undefined;
  /** By their codes; `auto` is replaced by what is there, so that cached results are not those of fewer languages. */
  readonly languages: readonly string[];
}

/** Where `scriptorium ocr add` installs languages for this user: the place that each system has for such data. */
export function userFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = homedir();
  const base =
    platform === 'win32'
      ? (env['LOCALAPPDATA'] ?? join(home, 'AppData/Local'))
      : platform === 'darwin'
        ? join(home, 'Library/Application Support')
        : env['XDG_DATA_HOME'] || join(home, '.local/share');
  return join(base, 'scriptorium/ocr');
}

/**
 * Finds the data of OCR languages, in the folder that is named or in the user's. A language without data is found here,
 * not in the first scan.
 */
export async function findOcrData(languages: readonly string[], named: string | undefined): Promise<OcrData> {
  const own = userFolder();
  const folder = named ?? (existsSync(own) ? own : undefined);
  const found =
    folder === undefined
      ? undefined
      : await realpath(folder).catch(() => {
          throw new WrongSetting(`The OCR data folder ${folder} does not exist.`);
        });
  try {
    const data = languageData({ languages, ...(found !== undefined && { dataFolder: found }) });
    return { folder: found, languages: data.map(({ code }) => code) };
  } catch (error) {
    const { message } = error as Error;
    const code = /the language "(\w+)" is not installed/.exec(message)?.[1];
    if (code === undefined) throw new WrongSetting(`${message}.`);
    throw new WrongSetting(
      named === undefined
        ? `${message}. To install it, run: scriptorium ocr add ${code}`
        : `${message} in ${found}. To install it, run: scriptorium ocr add ${code} --ocr-data-dir ${named}`,
    );
  }
}
