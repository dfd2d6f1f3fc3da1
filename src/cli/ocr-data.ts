import { realpath } from 'node:fs/promises';
import { languageData } from '../convert/ocr/languages.ts';
import { WrongSetting } from './settings.ts';

/**
 * The folder of OCR data, absolute and with links resolved, as Node's permission model wants it. A language without
 * data is found here, not in the first scan.
 */
export async function findOcrData(
  languages: readonly string[],
  folder: string | undefined,
): Promise<string | undefined> {
  const found =
    folder === undefined
      ? undefined
      : await realpath(folder).catch(() => {
          throw new WrongSetting(`The OCR data folder ${folder} does not exist.`);
        });
  try {
    languageData({ languages, ...(found !== undefined && { dataFolder: found }) });
  } catch (error) {
    throw new WrongSetting(`${(error as Error).message}${found === undefined ? '' : ` in ${found}`}.`);
  }
  return found;
}
