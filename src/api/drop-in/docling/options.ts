import type { OcrMode, Output } from '../../../resource/choices.ts';
import type { ConversionOptions } from '../../../resource/options.ts';
import { readLanguages } from '../ocr-languages.ts';
import { toList, readChoice, readFlag, readText, refused, type Given } from '../given.ts';
import type { ChunkOptions } from './chunk-options.ts';

const FORMATS = ['md', 'json', 'text', 'html'] as const;
export type DoclingFormat = (typeof FORMATS)[number];

const IMAGE_MODES = ['placeholder', 'embedded', 'referenced'] as const;

const TARGETS = ['inbody', 'zip'] as const;
export type DoclingTarget = (typeof TARGETS)[number];

/** How the documents of a request are answered. */
export interface Presentation {
  readonly target: DoclingTarget;
  readonly formats: readonly DoclingFormat[];
  readonly images: (typeof IMAGE_MODES)[number];
  /** Stands between pages of the Markdown, unless it is empty. */
  readonly pageBreak: string;
  readonly chunks?: ChunkOptions;
}

export interface DoclingRequest {
  readonly presentation: Presentation;
  readonly options: ConversionOptions;
}

const LAST_PAGE = 100_000;
/** It is a part of the ID of a task. */
const LONGEST_BREAK = 200;

/**
 * The options of docling-serve that there is something for (`CONVERSION_OPTIONS` in src/resource/options.ts); the
 * others choose between its models, and are ignored. `installed`: the OCR languages of the service.
 */
export function readDoclingOptions(
  given: Given,
  { installed, target, chunks }: { installed: readonly string[]; target: DoclingTarget; chunks?: ChunkOptions },
): DoclingRequest {
  const presentation = {
    target,
    images: readImages(given, target),
    formats: chunks ? [] : readFormats(given),
    pageBreak: readPageBreak(given),
    ...(chunks && { chunks }),
  };
  const ocr = readOcr(given);
  const ocrLanguages = readLanguages(toList(given['ocr_lang']), { installed, name: 'ocr_lang', refused });
  const outputs = outputsFor(presentation);
  return {
    presentation,
    options: {
      ...(outputs.length === 0 ? {} : { outputs }),
      ...(chunks?.size === undefined ? {} : { chunkSize: chunks.size }),
      ...readRange(given),
      ...(presentation.images === 'placeholder' ? {} : { includeImages: true }),
      ...(ocr === undefined ? {} : { ocr }),
      ...(ocrLanguages.length === 0 ? {} : { ocrLanguages }),
    },
  };
}

/** Outputs of a job besides the Markdown. */
function outputsFor({ formats, images, pageBreak, chunks }: Presentation): Output[] {
  const asJson = formats.includes('json') || chunks?.withDocument === true;
  const ofBlocks = formats.some((format) => format === 'text' || format === 'html' || (format === 'md' && pageBreak));
  const byBlock = ofBlocks || chunks !== undefined || (asJson && images !== 'placeholder');
  return [
    ...(byBlock ? (['document'] as const) : []),
    ...(asJson ? (['docling'] as const) : []),
    ...(chunks?.chunker === 'hybrid' ? (['chunks'] as const) : []),
  ];
}

function readFormats(given: Given): DoclingFormat[] {
  const asked = toList(given['to_formats'] ?? 'md');
  const unknown = asked.filter((format) => !FORMATS.some((each) => each === format));
  if (unknown.length > 0 || asked.length === 0)
    throw refused(`to_formats is ${asked.join(', ')}, but only ${FORMATS.join(', ')} are supported.`);
  return FORMATS.filter((format) => asked.includes(format));
}

/** `embedded` is a `data:` URL. A client that only says `include_images` has no other way to them. */
function readImages(given: Given, target: DoclingTarget): Presentation['images'] {
  const wanted = readFlag(given, 'include_images');
  const mode = readChoice(given, 'image_export_mode', IMAGE_MODES);
  if (mode === 'referenced' && target === 'inbody')
    throw refused("image_export_mode 'referenced' needs the target zip, which has a place for files of images.");
  if (wanted === false) return 'placeholder';
  return mode ?? (wanted ? 'embedded' : 'placeholder');
}

function readPageBreak(given: Given): string {
  const text = readText(given, 'md_page_break_placeholder') ?? '';
  if (text.length > LONGEST_BREAK)
    throw refused(`md_page_break_placeholder must not be longer than ${LONGEST_BREAK} characters.`);
  return text;
}

/** Where the result goes: a target of JSON, or the `target_type` of a form. */
export function readTarget(kind: unknown): DoclingTarget {
  // The official client asks for this first, and knows this sentence of docling-serve.
  if (kind === 'presigned_url')
    throw refused('Presigned URL target requires artifact storage to be configured and enabled on the server.');
  const target = TARGETS.find((each) => each === (kind ?? 'inbody'));
  if (!target) throw refused(`target kind '${String(kind)}' is not allowed. Allowed values: ${TARGETS.join(', ')}.`);
  return target;
}

function readRange(given: Given): Pick<ConversionOptions, 'startPage' | 'endPage'> {
  const range = toList(given['page_range']).map(Number);
  if (range.length === 0) return {};
  const [start = 0, end = 0] = range;
  if (range.length !== 2 || !Number.isInteger(start) || start < 1 || start > LAST_PAGE || !(end >= start))
    throw refused('page_range must be the first and the last page, such as 1 and 4.');
  return { startPage: start, ...(end <= LAST_PAGE ? { endPage: Math.floor(end) } : {}) };
}

function readOcr(given: Given): OcrMode | undefined {
  if (readFlag(given, 'do_ocr') === false) return 'off';
  return readFlag(given, 'force_ocr') === true ? 'force' : undefined;
}
