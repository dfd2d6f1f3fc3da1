import { accessSync, constants, copyFileSync, createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Output } from '../../job/conversion-job.ts';
import { OUTPUT_EXTENSIONS } from '../../job/file-name.ts';
import type { DocumentResult, Image } from './document.ts';
import { reasonOf, type Input } from './inputs.ts';

/** Where one document goes: a file with its folder of images, or standard output. */
export type Target = { readonly file: string; readonly imageFolder: string } | 'stdout';

/** What the command writes for a document: its Markdown, or the output `document` in its place. */
export const FORMATS = ['markdown', 'json'] as const;
export type Format = (typeof FORMATS)[number];

const EXTENSION: Readonly<Record<Format, string>> = { markdown: '.md', json: '.json' };

export interface TargetOptions {
  /** Markdown by default. */
  readonly format?: Format;
  readonly output?: string;
  readonly directory?: string;
  /** Files rather than standard output, where neither is named: true on a terminal. */
  readonly toFiles: boolean;
}

/**
 * `-o` names the file, `-d` the folder; else standard output when it is piped, and the current folder when it is a
 * terminal.
 */
export function targetOf(input: Input, { format = 'markdown', output, directory, toFiles }: TargetOptions): Target {
  if (output === '-' || (output === undefined && directory === undefined && !toFiles)) return 'stdout';
  const extension = EXTENSION[format];
  const file = output ?? join(directory ?? '.', `${input.name}${extension}`);
  // A Markdown or JSON file in the current folder must not be replaced by its own conversion.
  const free = resolve(file) === input.path ? file.replace(/(?=\.(?:md|json)$)/, '.converted') : file;
  return { file: free, imageFolder: `${basename(free).replace(/\.[^.]*$/, '')}_images` };
}

/** The images' folder as it stands in links. */
export const linkFolder = (target: Target): string =>
  target === 'stdout' ? '' : `${encodeURIComponent(target.imageFolder)}/`;

/** Between documents on standard output: a thematic break; JSON texts end by themselves. */
const SEPARATOR: Readonly<Record<Format, string>> = { markdown: '\n---\n\n', json: '' };

/** A target that cannot be written. */
export class NotWritten extends Error {}

/** Throws `NotWritten` before a long conversion whose result could not be written. */
export function requireWritable(target: Target): void {
  if (target === 'stdout') return;
  let there = target.file;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch (error) {
    throw notWritten(target.file, error);
  }
}

const notWritten = (file: string, error: unknown): NotWritten =>
  new NotWritten(`Failed to write ${file}: ${reasonOf(error)}.`);

/** Puts a converted document where it belongs; on standard output after a separator unless it is the first. */
export async function deliver(
  result: Extract<DocumentResult, { ok: true }>,
  target: Target,
  { format, first }: { readonly format: Format; readonly first: boolean },
): Promise<void> {
  const { outputs, images } = result;
  const text = format === 'json' ? undefined : result.text;
  const main = format === 'json' ? outputs.get('document')! : result.markdown;
  if (target === 'stdout') {
    if (!first) process.stdout.write(SEPARATOR[format]);
    await pipeline(text === undefined ? createReadStream(main) : [text], process.stdout, { end: false });
    return;
  }
  try {
    // As in the batch: for a small file, another thread costs more than the work.
    mkdirSync(dirname(target.file), { recursive: true });
    if (text === undefined) copyFileSync(main, target.file);
    else writeFileSync(target.file, text);
    for (const output of beside([...outputs.keys()], format))
      copyFileSync(outputs.get(output)!, outputFile(target, output));
    const places = imageFiles(target, images);
    if (places.length > 0) mkdirSync(dirname(places[0]!), { recursive: true });
    for (const [i, place] of places.entries()) await copyFile(images[i]!.file, place);
  } catch (error) {
    throw notWritten(target.file, error);
  }
}

/** The outputs that have a file of their own, beside the one that the command writes. */
export const beside = (outputs: readonly Output[], format: Format): readonly Output[] =>
  outputs.filter((output) => format === 'markdown' || output !== 'document');

/** Where what was asked for besides goes: next to the file that the command writes. */
export const outputFile = ({ file }: Exclude<Target, 'stdout'>, output: Output): string =>
  `${file.replace(/\.(?:md|json)$/, '')}${OUTPUT_EXTENSIONS[output]}`;

/** Where the images of a document go. */
export function imageFiles(target: Exclude<Target, 'stdout'>, images: readonly Image[]): string[] {
  return images.map(({ name }) => join(dirname(target.file), target.imageFolder, name));
}
