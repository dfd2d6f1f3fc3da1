import type { ConversionOptions } from '../../../resource/options.ts';
import { toList, readChoice, readFlag, readText, refused, type Given } from '../given.ts';

export interface MineruRequest {
  readonly options: ConversionOptions;
  readonly markdown: boolean;
  readonly list: boolean;
  readonly images: boolean;
  readonly asArchive: boolean;
}

const METHODS = { auto: {}, txt: { ocr: 'off' }, ocr: { ocr: 'force' } } as const;
const LANGUAGES: Readonly<Record<string, string>> = {
  ch: 'chi_sim',
  chinese_cht: 'chi_tra',
  en: 'eng',
  japan: 'jpn',
  korean: 'kor',
  el: 'ell',
  th: 'tha',
  arabic: 'ara',
};
const MOST_PAGES = 99_999;

/** The outputs that are served. The JSON of MinerU's models, for which clients ask as well, is left out. */
export function readMineruOptions(given: Given, installed: readonly string[]): MineruRequest {
  const method = readChoice(given, 'parse_method', Object.keys(METHODS) as (keyof typeof METHODS)[]) ?? 'auto';
  const list = readFlag(given, 'return_content_list') ?? false;
  const images = readFlag(given, 'return_images') ?? false;
  // Clients name Chinese by default: what the service is not set up for is left out.
  const languages = toList(given['lang_list']).flatMap((name) =>
    typeof name === 'string' ? (LANGUAGES[name] ?? []) : [],
  );
  const ocrLanguages = [...new Set(languages)].filter((language) => installed.includes(language));
  return {
    list,
    images,
    markdown: readFlag(given, 'return_md') ?? true,
    asArchive: readFlag(given, 'response_format_zip') ?? false,
    options: {
      ...METHODS[method],
      ...readRange(given),
      ...(list && { outputs: ['document'] }),
      ...(images && { includeImages: true }),
      ...(ocrLanguages.length > 0 && { ocrLanguages }),
    },
  };
}

/** Pages are counted from 0. */
function readRange(given: Given): Pick<ConversionOptions, 'startPage' | 'endPage'> {
  const start = readPage(given, 'start_page_id') ?? 0;
  const end = readPage(given, 'end_page_id') ?? MOST_PAGES;
  if (end < start) throw refused('end_page_id must not be before start_page_id.');
  if (end === MOST_PAGES) return start > 0 ? { startPage: start + 1 } : {};
  return { startPage: start + 1, endPage: end + 1 };
}

function readPage(given: Given, name: string): number | undefined {
  const text = readText(given, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw refused(`${name} must be a whole number.`);
  return Math.min(MOST_PAGES, Number(text));
}
