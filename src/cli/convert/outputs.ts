import { basename, dirname, join, resolve } from 'node:path';
import type { Output } from '../../resource/choices.ts';
import { OUTPUT_EXTENSIONS } from '../../resource/file-name.ts';
import type { Image } from './document-result.ts';
import { IMAGE_FOLDER, type Input } from './inputs.ts';

/** Where one document goes: a file and its images, or standard output. */
export type Target = FileTarget | 'stdout';

export interface FileTarget {
  readonly file: string;
  /** The prefix of the paths of images, seen from the file: `report_images/` or `assets/report-`. */
  readonly imagePrefix: string;
}

/** The output that the command writes for a document: its Markdown, or another one in its place. */
export const FORMATS = ['markdown', 'json', 'docling'] as const;
export type Format = (typeof FORMATS)[number];

/** The outputs of each format. */
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

/** The prefix of links to images. */
export const linkPrefix = (target: Target): string =>
  target === 'stdout' ? '' : target.imagePrefix.split('/').map(encodeURIComponent).join('/');

/** The outputs that have a file of their own, beside the one that the command writes. */
export const extraOutputs = (outputs: readonly Output[], format: Format): readonly Output[] =>
  outputs.filter((output) => output !== MAIN[format]);

/** Where what was asked for besides goes: next to the file that the command writes. */
export const outputFile = ({ file }: FileTarget, output: Output): string =>
  `${file.replace(WRITTEN, '')}${OUTPUT_EXTENSIONS[output]}`;

/** Where the images of a document go. */
export function imageFiles({ file, imagePrefix }: FileTarget, images: readonly Image[]): string[] {
  return images.map(({ name }) => join(dirname(file), `${imagePrefix}${name}`));
}
