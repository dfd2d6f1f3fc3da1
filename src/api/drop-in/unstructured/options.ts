import { REQUEST_FIELDS } from '../../../resource/fields.ts';
import type { ConversionOptions } from '../../../resource/options.ts';
import { invalidRequest } from '../../problem.ts';
import { toList, readFlag, readText, refused, type Given } from '../given.ts';
import { readLanguages } from '../ocr-languages.ts';

const FORMATS = ['application/json', 'text/csv'] as const;
const STRATEGIES = { auto: {}, hi_res: {}, fast: { ocr: 'off' }, ocr_only: { ocr: 'force' }, vlm: {} } as const;
const CHUNKINGS = ['basic', 'by_title'] as const;
const DEFAULT_CHARACTERS = 500;

export interface UnstructuredRequest {
  readonly options: ConversionOptions;
  readonly format: (typeof FORMATS)[number];
  readonly asChunks: boolean;
  readonly coordinates: boolean;
  readonly pageBreaks: boolean;
  readonly uniqueIds: boolean;
  /** Whether chunks name the elements that they are made of. */
  readonly withElements: boolean;
  /** Whether elements hold their pictures. */
  readonly withImages: boolean;
  /** Of the first page that is converted. */
  readonly startingPage: number;
  /** As the client named them; empty if it did not. */
  readonly languages: readonly string[];
}

/** The parameters of Unstructured's API that there is something for; the others choose between its models. */
export function readUnstructuredOptions(fields: Given, installed: readonly string[]): UnstructuredRequest {
  // Clients made by Speakeasy mark lists so.
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
  const asChunks = readChoice(given, 'chunking_strategy', CHUNKINGS) !== undefined;
  const withImages = readTexts(given['extract_image_block_types']).some((type) => type.toLowerCase() === 'image');
  const languages = languagesOf(given);
  const strategy = readChoice(given, 'strategy', Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[]) ?? 'auto';
  const ocrLanguages = readLanguages(languages, { installed, name: 'languages', refused });
  return {
    asChunks,
    withImages,
    languages,
    format: readChoice(given, 'output_format', FORMATS) ?? 'application/json',
    coordinates: readFlag(given, 'coordinates') ?? false,
    pageBreaks: readFlag(given, 'include_page_breaks') ?? false,
    uniqueIds: readFlag(given, 'unique_element_ids') ?? false,
    withElements: readFlag(given, 'include_orig_elements') ?? true,
    startingPage: readCount(given, 'starting_page_number') ?? 1,
    options: {
      ...STRATEGIES[strategy],
      outputs: asChunks ? ['document', 'chunks'] : ['document'],
      ...(asChunks && { chunkSize: readSize(given) }),
      ...(withImages && { includeImages: true }),
      ...(ocrLanguages.length > 0 && { ocrLanguages }),
    },
  };
}

const readTexts = (value: unknown): string[] => toList(value).filter((each) => typeof each === 'string');

/** Of `languages`, or the older `ocr_languages`, in which Tesseract's codes can be joined by plus signs. */
const languagesOf = (given: Given): string[] =>
  readTexts(given['languages'] ?? given['ocr_languages'])
    .flatMap((names) => names.split(/[+,]/))
    .filter((name) => name !== '' && name !== 'auto');

/** Unstructured says 400 here, in these words. */
function readChoice<C extends string>(given: Given, name: string, choices: readonly C[]): C | undefined {
  const text = readText(given, name)?.toLowerCase() ?? '';
  const choice = choices.find((each) => each === text);
  if (text !== '' && choice === undefined)
    throw invalidRequest(`Invalid ${name.replaceAll('_', ' ')}: ${text}. Must be one of ${choices.join(', ')}`);
  return choice;
}

function readCount(given: Given, name: string): number | undefined {
  const text = readText(given, name) ?? '';
  if (text === '') return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw refused(`${name} must be a whole number above 0.`);
  return count;
}

function readSize(given: Given): number {
  const size = readCount(given, 'max_characters') ?? DEFAULT_CHARACTERS;
  const { minimum, maximum } = REQUEST_FIELDS.chunkSize;
  if (size < minimum || size > maximum) throw refused(`max_characters must be ${minimum} to ${maximum}.`);
  return size;
}
