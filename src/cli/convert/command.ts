import { Command, InvalidArgumentError, Option } from 'commander';
import { readServer } from '../arguments.ts';
import type { ConvertFlags } from './converter.ts';
import { addConversionOptions } from './options.ts';
import { FORMATS } from './outputs.ts';

function readCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Enter a whole number from 1 to 999.');
  return Number(text);
}

/** Refuses flags that do not go together. */
function checkFlags(flags: ConvertFlags, misused: (message: string) => never): void {
  if (flags.output !== undefined && flags.directory !== undefined) misused('Use either -o or -d.');
  if (flags.json && flags.output === '-') misused('Use either --json or -o -.');
  if (flags.outputs && flags.output === '-') misused('Use either --outputs or -o -.');
  if (flags.server === undefined) return;
  if (flags.key === undefined) misused('--server requires an API key. Set --key or SCRIPTORIUM_KEY.');
  if (flags.wholePage) misused('--whole-page is not available with --server. Convert without --server.');
}

/** `scriptorium convert`: documents to Markdown without a server, or through one. */
export function addConvertCommand(program: Command): void {
  const convert = program
    .command('convert')
    .description('Convert documents to Markdown, on this machine or through a Scriptorium server.')
    .argument('<file...>', 'documents, folders of documents, URLs, or - for standard input')
    .option('-o, --output <file>', 'write the Markdown of one document to this file; - is standard output')
    .option('-d, --directory <folder>', 'write the Markdown files to this folder')
    .addOption(
      new Option('--format <format>', 'what to write: the Markdown, or JSON of blocks with their pages and places')
        .choices(FORMATS)
        .default('markdown'),
    )
    .option('--skip-existing', 'do not convert documents whose Markdown file exists already', false);
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
    .option('--verbose', 'show the error output of converter processes that crash', false)
    .addOption(
      new Option('--server <url>', 'convert through this server').env('SCRIPTORIUM_SERVER').argParser(readServer),
    )
    .addOption(new Option('--key <key>', 'API key for the server').env('SCRIPTORIUM_KEY'))
    .action(async (files: readonly string[], flags: ConvertFlags, command: Command) => {
      checkFlags(flags, (message) => command.error(message));
      const { runConvert } = await import('./run.ts');
      process.exitCode = await runConvert(files, flags, (message) => command.error(message));
    });
}
