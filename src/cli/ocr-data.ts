import { realpath } from 'node:fs/promises';
import { languageData } from '../convert/ocr/languages.ts';
import { WrongSetting } from './settings.ts';

export interface OcrData {
  /** Absolute and with links resolved, as Node's permission model wants it. */
  readonly folder: string | undefined;
  /** By their codes; `auto` is replaced by what is there, so that cached results are not those of fewer languages. */
  readonly languages: readonly string[];
}

/** Finds the data of OCR languages. A language without data is found here, not in the first scan. */
export async function findOcrData(languages: readonly string[], folder: string | undefined): Promise<OcrData> {
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
    throw new WrongSetting(`${(error as Error).message}${found === undefined ? '' : ` in ${found}`}.`);
  }
}
