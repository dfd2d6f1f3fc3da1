import { defined } from '../../resource/defined.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Field } from '../../resource/fields.ts';
import {
  CONVERSION_OPTIONS,
  PASSWORD_OPTION,
  type ConversionOption,
  type ConversionOptions,
} from '../../resource/options.ts';
import { OPEN_END, readRange, WRONG_RANGE, type PageRange } from '../../resource/ranges.ts';
import type { ConversionFlags } from './converter.ts';

/** `3`, `3-10` or `3-` as a range; the end of the last is the document's. */
export function readPages(text: string): PageRange {
  const range = readRange(text);
  if (!range) throw new InvalidArgumentError(WRONG_RANGE);
  return range;
}

/** The flags of the options of a conversion. */
export function addConversionOptions(command: Command): void {
  const flags = new Map(Object.entries(CONVERSION_OPTIONS).map(([name, option]) => [option.flag, { name, option }]));
  for (const { name, option } of flags.values()) command.addOption(flagFor(name, option));
  command
    .option('--password', 'ask for the password of encrypted documents (or set SCRIPTORIUM_PASSWORD)', false)
    .option(PASSWORD_OPTION.flag, PASSWORD_OPTION.help);
}

function flagFor(name: string, { flag, help, field, list }: ConversionOption): Option {
  const option = new Option(flag, help);
  if (name === 'startPage' || name === 'endPage') return option.argParser(readPages);
  if (list) return option.argParser((text) => readList(text, field));
  if (field.type === 'integer') return option.argParser((text) => readInteger(text, field));
  if (field.enum) return option.choices(field.enum);
  if (field.type === 'string') return option;
  return option.negate ? option : option.default(false);
}

function readList(text: string, { enum: known }: Field): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (known && !items.every((item) => known.includes(item)))
    throw new InvalidArgumentError(`Enter ${known.join(' or ')}, or several separated by commas.`);
  return items;
}

function readInteger(text: string, { minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: Field): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new InvalidArgumentError(`Enter a whole number from ${minimum} to ${maximum}.`);
}

/** The options that the flags state, without those that have their defaults. */
export function toOptions({ pages, ...flags }: ConversionFlags): ConversionOptions {
  const { images, ocr, ocrLanguages, emphasis, pageMarkers, outputs, chunkSize, converterClass } = flags;
  return defined({
    startPage: pages && pages.start > 1 ? pages.start : undefined,
    endPage: pages && pages.end < OPEN_END ? pages.end : undefined,
    includeImages: images || undefined,
    ocr,
    ocrLanguages,
    emphasis: emphasis === false ? false : undefined,
    pageMarkers: pageMarkers || undefined,
    outputs,
    chunkSize,
    converterClassName: converterClass,
  });
}
