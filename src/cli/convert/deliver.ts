import {
  accessSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Output } from '../../resource/choices.ts';
import { makeFolder } from '../make-folder.ts';
import { isDiskFailure, reasonOf } from '../system-error.ts';
import type { ConvertedDocument } from './document-result.ts';
import type { Input } from './inputs.ts';
import { extraOutputs, imageFiles, MAIN, outputFile, type FileTarget, type Format, type Target } from './outputs.ts';

/** Between documents on standard output: a thematic break; JSON texts end by themselves. */
const SEPARATOR: Readonly<Record<Format, string>> = { markdown: '\n---\n\n', json: '', docling: '' };

/** A target that cannot be written, that is there already, or whose disk fails. */
export class NotWritten extends Error {
  readonly code: 'not_written' | 'file_exists' | 'disk_failed';

  constructor(message: string, code: NotWritten['code']) {
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
  for (const file of [target.file, ...extraOutputs(outputs, format).map((output) => outputFile(target, output))])
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
  if (!force && !isStream(there)) throw fileExists(file);
}

const fileExists = (file: string): NotWritten =>
  new NotWritten(`${file} already exists. Use --force to replace it, or --skip-existing.`, 'file_exists');

/** `/dev/null`, a pipe or a terminal takes what is written without losing anything. */
const isStream = (there: Stats): boolean => !there.isFile() && !there.isDirectory();

const notWritten = (file: string, error: unknown): NotWritten =>
  new NotWritten(`Failed to write ${file}: ${reasonOf(error)}.`, isDiskFailure(error) ? 'disk_failed' : 'not_written');

/** Puts a converted document where it belongs, as a whole or not at all. Throws `NotWritten`. */
export async function deliver(result: ConvertedDocument, target: FileTarget, options: WriteOptions): Promise<void> {
  const made: string[] = [];
  try {
    for (const { file, write } of listFiles(result, target, options)) {
      makeFolder(dirname(file));
      await writeWhole(file, write);
      made.push(file);
    }
  } catch (error) {
    made.forEach(removeFile);
    const { code, syscall, dest, path } = error as NodeJS.ErrnoException & { readonly dest?: string };
    throw code === 'EEXIST' && syscall !== 'mkdir'
      ? fileExists(dest ?? path ?? target.file)
      : notWritten(target.file, error);
  }
}

interface FileToWrite {
  readonly file: string;
  readonly write: (file: string) => void | Promise<void>;
}

/** The files of a document, the one that the command is named for at the end: where it is, all of the document is. */
function listFiles(
  { outputs, images, markdown, text }: ConvertedDocument,
  target: FileTarget,
  { format, force }: WriteOptions,
): FileToWrite[] {
  // Without --force, not even a file that came to be in the meantime is replaced.
  const [mode, flag] = force ? [0, 'w'] : [constants.COPYFILE_EXCL, 'wx'];
  // As in the batch: for a small file, another thread costs more than the work.
  const copyOf = (source: string) => (file: string) => copyFileSync(source, file, mode);
  const main = format === 'markdown' ? markdown : outputs.get(MAIN[format])!;
  return [
    ...imageFiles(target, images).map((file, i) => ({
      file,
      write: () => copyFile(images[i]!.file, file, mode),
    })),
    ...extraOutputs([...outputs.keys()], format).map((output) => ({
      file: outputFile(target, output),
      write: copyOf(outputs.get(output)!),
    })),
    {
      file: target.file,
      write:
        text === undefined || format !== 'markdown'
          ? copyOf(main)
          : (file: string) => writeFileSync(file, text, { flag }),
    },
  ];
}

/** Half a file would look like a whole one. */
async function writeWhole(file: string, write: FileToWrite['write']): Promise<void> {
  try {
    await write(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') removeFile(file);
    throw error;
  }
}

/** Devices and pipes stay. */
function removeFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file, { force: true });
}

/** Writes a converted document to standard output, after a separator unless it is the first. */
export async function print(
  { outputs, markdown, text }: ConvertedDocument,
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
