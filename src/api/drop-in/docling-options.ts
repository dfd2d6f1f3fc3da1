import type { OcrMode } from '../../resource/choices.ts';
import { OCR_FIELDS } from '../../resource/fields.ts';
import type { ConversionOptions } from '../../resource/options.ts';
import type { ConvertOptions } from '../convert/options.ts';
import { invalidRequest } from '../problem.ts';

/** Formats of docling-serve that are answered: the Markdown, also as the text, and a DoclingDocument. */
const FORMATS = ['md', 'text', 'json'] as const;
export type DoclingFormat = (typeof FORMATS)[number];

export interface DoclingRequest {
  readonly formats: readonly DoclingFormat[];
  readonly options: ConversionOptions & Pick<ConvertOptions, 'wait'>;
}

type Given = Readonly<Record<string, unknown>>;

const LAST_PAGE = 100_000;
const WAIT_SECONDS = 300;

/**
 * The options of docling-serve that there is something for (`CONVERSION_OPTIONS` in src/resource/options.ts); the
 * others choose between its models, and are ignored. `installed`: the OCR languages of the service.
 */
export function readDoclingOptions(given: Given, installed: readonly string[]): DoclingRequest {
  const asked = listOf(given['to_formats'] ?? 'md');
  const formats = FORMATS.filter((format) => asked.includes(format));
  if (formats.length === 0)
    throw invalidRequest(`to_formats is ${asked.join(', ')}, but only md, text and json are supported.`);
  const ocr = readOcr(given);
  const ocrLanguages = readLanguages(given, installed);
  return {
    formats,
    options: {
      wait: WAIT_SECONDS,
      ...(formats.includes('json') ? { outputs: ['docling'] } : {}),
      ...readRange(given),
      ...(wantsImages(given) ? { includeImages: true } : {}),
      ...(ocr === undefined ? {} : { ocr }),
      ...(ocrLanguages.length === 0 ? {} : { ocrLanguages }),
    },
  };
}

function readRange(given: Given): Pick<ConversionOptions, 'startPage' | 'endPage'> {
  const range = listOf(given['page_range'] ?? []).map(Number);
  if (range.length === 0) return {};
  const [start = 0, end = 0] = range;
  if (range.length !== 2 || !Number.isInteger(start) || start < 1 || start > LAST_PAGE || !(end >= start))
    throw invalidRequest('page_range must be the first and the last page, such as 1 and 4.');
  return { startPage: start, ...(end <= LAST_PAGE ? { endPage: Math.floor(end) } : {}) };
}

function readOcr(given: Given): OcrMode | undefined {
  const doOcr = readFlag(given, 'do_ocr');
  const forceOcr = readFlag(given, 'force_ocr');
  if (doOcr === false) return 'off';
  return forceOcr === true ? 'force' : undefined;
}

/** The images are embedded in the Markdown, since these clients have no other way to them. */
function wantsImages(given: Given): boolean {
  return readFlag(given, 'include_images') === true && given['image_export_mode'] !== 'placeholder';
}

function readFlag(given: Given, name: string): boolean | undefined {
  const value = given[name];
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  // As pydantic reads a field of a form; clients in Python send True and False.
  const text = listOf(value).map((each) => String(each).toLowerCase())[0] ?? '';
  if (['true', 't', '1', 'yes', 'y', 'on'].includes(text)) return true;
  if (['false', 'f', '0', 'no', 'n', 'off'].includes(text)) return false;
  throw invalidRequest(`${name} must be true or false.`);
}

/** Some of docling's engines name languages by ISO 639-1, Tesseract by ISO 639-2/T. */
const TESSERACT_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ar:ara bg:bul ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est fi:fin fr:fra he:heb hi:hin hr:hrv hu:hun ' +
    'id:ind it:ita ja:jpn ko:kor lt:lit lv:lav nl:nld no:nor pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sr:srp sv:swe ' +
    'th:tha tr:tur uk:ukr vi:vie zh:chi_sim ch_sim:chi_sim ch_tra:chi_tra'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const CODE = new RegExp(OCR_FIELDS.languages.pattern);

/**
 * Clients name many languages by default, and a missing one would fail the job: those that the service is not set up
 * for are left out where others remain.
 */
function readLanguages(given: Given, installed: readonly string[]): readonly string[] {
  const asked = listOf(given['ocr_lang'] ?? []).map((name) => {
    const code = typeof name === 'string' ? (TESSERACT_CODES[name.toLowerCase()] ?? name) : '';
    if (!CODE.test(code) || code.length < 3)
      throw invalidRequest(`ocr_lang must be language codes such as eng, not ${JSON.stringify(name)}.`);
    return code;
  });
  // The service finds the language by itself, among those whose data only the converters can see.
  if (installed.includes('auto') && asked.length > 1) return [];
  const there = asked.filter((code) => installed.includes(code));
  return (there.length > 0 ? there : asked).slice(0, 8);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);
