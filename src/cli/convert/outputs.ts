import {
  accessSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Output } from '../../resource/choices.ts';
import { OUTPUT_EXTENSIONS } from '../../resource/file-name.ts';
import type { DocumentResult, Image } from './document.ts';
import { IMAGE_FOLDER, reasonOf, type Input } from './inputs.ts';

/** Where one document goes: a file and its images, or standard output. */
export type Target = FileTarget | 'stdout';

export interface FileTarget {
  readonly file: string;
  /** What the paths of images begin with, seen from the file: `report_images/` or `assets/report-`. */
  readonly imagePrefix: string;
}

/** What the command writes for a document: its Markdown, or one of the outputs in its place. */
export const FORMATS = ['markdown', 'json', 'docling'] as const;
export type Format = (typeof FORMATS)[number];

/** What is written as each format. */
export const MAIN = { markdown: 'markdown', json: 'document', docling: 'docling' } as const satisfies Record<
  Format,
  'markdown' | Output
>;

const EXTENSION: Readonly<Record<Format, string>> = { markdown: '.md', json: '.json', docling: '.docling.json' };
/** Of the files that are written here. */
const WRITTEN = /(?:\.md|(?:\.docling)?\.json)$/;

export interface TargetOptions {
  /** Markdown by default. */
  readonly format?: Format;
  readonly output?: string;
  readonly directory?: string;
  /** One folder for the images of all documents, next to each Markdown file. */
  readonly assets?: string;
  /** Files rather than standard output, where neither is named. */
  readonly toFiles: boolean;
}

/** `-o` names the file, `-d` the folder; else the file stands next to its source, or is standard output. */
export function targetOf(
  input: Input,
  { format = 'markdown', output, directory, assets, toFiles }: TargetOptions,
): Target {
  if (output === '-' || (output === undefined && directory === undefined && !toFiles)) return 'stdout';
  const extension = EXTENSION[format];
  const file = output ?? `${directory === undefined ? input.beside : join(directory, input.name)}${extension}`;
  // A Markdown or JSON file must not be replaced by its own conversion.
  const free = resolve(file) === input.path ? file.replace(WRITTEN, '.converted$&') : file;
  const name = basename(free).replace(/(?:\.docling)?\.[^.]*$/, '');
  return { file: free, imagePrefix: assets === undefined ? `${name}${IMAGE_FOLDER}/` : `${assets}/${name}-` };
}

/** What links to images begin with. */
export const linkPrefix = (target: Target): string =>
  target === 'stdout' ? '' : target.imagePrefix.split('/').map(encodeURIComponent).join('/');

/** Between documents on standard output: a thematic break; JSON texts end by themselves. */
const SEPARATOR: Readonly<Record<Format, string>> = { markdown: '\n---\n\n', json: '', docling: '' };

/** A target that cannot be written, or that is there already. */
export class NotWritten extends Error {
  readonly code: 'not_written' | 'file_exists';

  constructor(message: string, code: NotWritten['code'] = 'not_written') {
    super(message);
    this.code = code;
  }
}

export interface WriteOptions {
  readonly format: Format;
  readonly outputs: readonly Output[];
  /** Files that exist are replaced, but never the document itself. */
  readonly force: boolean;
}

/** Throws `NotWritten` before a long conversion whose result could not be written. */
export function requireWritable(target: Target, input: Input, { format, outputs, force }: WriteOptions): void {
  if (target === 'stdout') return;
  for (const file of [target.file, ...beside(outputs, format).map((output) => outputFile(target, output))])
    requireFree(file, input, force);
  let there = target.file;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch (error) {
    throw notWritten(target.file, error);
  }
}

function requireFree(file: string, { path }: Input, force: boolean): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there === undefined) return;
  const source = statSync(path);
  if (there.ino === source.ino && there.dev === source.dev)
    throw new NotWritten(`${file} is the document itself. Use -o or -d to write elsewhere.`, 'file_exists');
  if (!force && !isStream(there)) throw exists(file);
}

const exists = (file: string): NotWritten =>
  new NotWritten(`${file} already exists. Use --force to replace it, or --skip-existing.`, 'file_exists');

/** `/dev/null`, a pipe or a terminal takes what is written without losing anything. */
const isStream = (there: Stats): boolean => !there.isFile() && !there.isDirectory();

const notWritten = (file: string, error: unknown): NotWritten =>
  new NotWritten(`Failed to write ${file}: ${reasonOf(error)}.`);

/** Puts a converted document where it belongs. */
export async function deliver(
  { outputs, images, markdown, text }: Delivered,
  target: FileTarget,
  { format, force }: WriteOptions,
): Promise<void> {
  const main = format === 'markdown' ? markdown : outputs.get(MAIN[format])!;
  // Without --force, not even a file that came to be in the meantime is replaced.
  const [mode, flag] = force ? [0, 'w'] : [constants.COPYFILE_EXCL, 'wx'];
  try {
    // As in the batch: for a small file, another thread costs more than the work.
    mkdirSync(dirname(target.file), { recursive: true });
    const places = imageFiles(target, images);
    if (places.length > 0) mkdirSync(dirname(places[0]!), { recursive: true });
    for (const [i, place] of places.entries()) await copyFile(images[i]!.file, place, mode);
    for (const output of beside([...outputs.keys()], format))
      copyFileSync(outputs.get(output)!, outputFile(target, output), mode);
    // Last: where this file is, all of the document is.
    if (text === undefined || format !== 'markdown') copyFileSync(main, target.file, mode);
    else writeFileSync(target.file, text, { flag });
  } catch (error) {
    const { code, dest, path } = error as NodeJS.ErrnoException & { readonly dest?: string };
    throw code === 'EEXIST' ? exists(dest ?? path ?? target.file) : notWritten(target.file, error);
  }
}

type Delivered = Extract<DocumentResult, { ok: true }>;

/** Writes a converted document to standard output, after a separator unless it is the first. */
export async function print(
  { outputs, markdown, text }: Delivered,
  { format, first }: { readonly format: Format; readonly first: boolean },
): Promise<void> {
  if (!first) process.stdout.write(SEPARATOR[format]);
  const body =
    format !== 'markdown'
      ? createReadStream(outputs.get(MAIN[format])!)
      : text === undefined
        ? createReadStream(markdown)
        : [text];
  await pipeline(body, process.stdout, { end: false });
}

/** The outputs that have a file of their own, beside the one that the command writes. */
export const beside = (outputs: readonly Output[], format: Format): readonly Output[] =>
  outputs.filter((output) => output !== MAIN[format]);

/** Where what was asked for besides goes: next to the file that the command writes. */
export const outputFile = ({ file }: FileTarget, output: Output): string =>
  `${file.replace(WRITTEN, '')}${OUTPUT_EXTENSIONS[output]}`;

/** Where the images of a document go. */
export function imageFiles({ file, imagePrefix }: FileTarget, images: readonly Image[]): string[] {
  return images.map(({ name }) => join(dirname(file), `${imagePrefix}${name}`));
}
