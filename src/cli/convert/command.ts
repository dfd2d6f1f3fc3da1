import { Command, InvalidArgumentError, Option } from 'commander';
import { readServer } from '../arguments.ts';
import { COLOR_MODES } from './colors.ts';
import type { ConvertFlags } from './converter.ts';
import { LINK_STYLES } from './notes.ts';
import { addConversionOptions } from './options.ts';
import { FORMATS } from './outputs.ts';

function readCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Enter a whole number from 1 to 999.');
  return Number(text);
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** The message for each set of flags that do not go together. */
const MISUSES: readonly (readonly [wrong: (flags: ConvertFlags) => boolean, message: string])[] = [
  [({ output, directory }) => output !== undefined && directory !== undefined, 'Use either -o or -d.'],
  [({ json, output }) => json && output === '-', 'Use either --json or -o -.'],
  [({ outputs, output }) => outputs !== undefined && output === '-', 'Use either --outputs or -o -.'],
  [({ force, skipExisting }) => force && skipExisting, 'Use either --force or --skip-existing.'],
  [({ json, watch }) => json && watch, 'Use either --json or --watch.'],
  [({ assets = 'assets' }) => !/^[^/\\]+$/.test(assets), '--assets takes the name of one folder.'],
  [
    ({ server, key }) => server !== undefined && key === undefined,
    '--server requires an API key. Set --key or SCRIPTORIUM_KEY.',
  ],
  [
    ({ server, converterClass }) => server === undefined && converterClass !== undefined,
    '--converter-class requires --server: classes are those of a service.',
  ],
  [
    ({ server, wholePage }) => server !== undefined && wholePage,
    '--whole-page is not available with --server. Convert without --server.',
  ],
];

/** `scriptorium convert`: documents to Markdown without a server, or through one. */
export function addConvertCommand(program: Command): void {
  const convert = program
    .command('convert')
    .description('Convert documents to Markdown, on this machine or through a Scriptorium server.')
    .argument(
      '<file...>',
      'documents, folders of documents, URLs, or - for standard input; with --server, also a folder of a bucket (s3://BUCKET/FOLDER/)',
    )
    .option('-o, --output <file>', 'write the Markdown of one document to this file; - is standard output')
    .option('-d, --directory <folder>', 'write the Markdown files to this folder, or folder of a bucket')
    .addOption(
      new Option(
        '--format <format>',
        'what to write: the Markdown, JSON of blocks with their pages and places, or a DoclingDocument',
      )
        .choices(FORMATS)
        .default('markdown'),
    )
    .option('-f, --force', 'replace files that exist', false)
    .option('--skip-existing', 'do not convert documents whose Markdown file exists already', false)
    .option('--exclude <glob>', 'leave out files and folders of this name or path; can be repeated', collect, [])
    .option('--dry-run', 'print what would be written where, and convert nothing', false)
    .option('--watch', 'convert documents again when they change, until interrupted', false)
    .option('--front-matter', 'begin the Markdown with YAML of title, source and number of pages', false)
    .option('--assets <folder>', 'write the images of all documents to this folder next to the Markdown')
    .addOption(
      new Option('--links <style>', 'how to link images: as Markdown, or as ![[file]] for wikis such as Obsidian')
        .choices(LINK_STYLES)
        .default('markdown'),
    );
  addConversionOptions(convert);
  convert
    .option('--whole-page', 'convert all of a web page, with its navigation and footers', false)
    .addOption(
      new Option('--processes <n>', 'number of converter processes (default: one per core)').argParser(readCount),
    )
    .addOption(
      new Option('--ocr-data-dir <folder>', 'folder of CODE.traineddata files for languages other than English').env(
        'SCRIPTORIUM_OCR_DATA_DIR',
      ),
    )
    .option('--json', 'print the result of each document as one JSON object; Markdown is written to files', false)
    .option('-q, --quiet', 'print errors only', false)
    .addOption(
      new Option('--color <when>', 'color messages; NO_COLOR is respected').choices(COLOR_MODES).default('auto'),
    )
    .option('--verbose', 'show the error output of converter processes that crash', false)
    .addOption(
      new Option('--server <url>', 'convert through this server').env('SCRIPTORIUM_SERVER').argParser(readServer),
    )
    .addOption(new Option('--key <key>', 'API key for the server').env('SCRIPTORIUM_KEY'))
    .action(run);
}

async function run(files: readonly string[], flags: ConvertFlags, command: Command): Promise<void> {
  const misused = (message: string): never => command.error(message);
  const misuse = MISUSES.find(([wrong]) => wrong(flags));
  if (misuse) misused(misuse[1]);
  if (files.some((file) => file.startsWith('s3://'))) {
    const { convertBucket } = await import('./buckets.ts');
    process.exitCode = await convertBucket(files, flags, misused);
    return;
  }
  const { runConvert } = await import('./run.ts');
  const asked = flags.assets === undefined ? flags : { ...flags, images: true };
  process.exitCode = await runConvert(files, asked, misused);
}
