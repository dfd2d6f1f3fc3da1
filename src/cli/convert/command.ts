import { Command, InvalidArgumentError, Option } from 'commander';
import { OCR_MODES } from '../../job/conversion-job.ts';
import type { PageRange } from '../../job/ranges.ts';
import { readServer } from '../arguments.ts';
import type { ConvertFlags } from './converter.ts';

/** The end of `3-`: more than any document has. */
const OPEN_END = 1_000_000;

/** `3`, `3-10` or `3-` as a range; the end of the last is the document's. */
export function readPages(text: string): PageRange {
  const match = /^(\d{1,6})(?:(-)(\d{1,6})?)?$/.exec(text.trim());
  const start = Number(match?.[1]);
  const end = match?.[2] === undefined ? start : match[3] === undefined ? OPEN_END : Number(match[3]);
  if (!match || start < 1 || end < start) throw new InvalidArgumentError('Enter pages as 3, 3-10 or 3-.');
  return { start, end };
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Enter a whole number from 1 to 999.');
  return Number(text);
}

/** `scriptorium convert`: documents to Markdown without a server, or through one. */
export function addConvertCommand(program: Command): void {
  program
    .command('convert')
    .description('Convert documents to Markdown, on this machine or through a Scriptorium server.')
    .argument('<file...>', 'documents, folders of documents, URLs, or - for standard input')
    .option('-o, --output <file>', 'write the Markdown of one document to this file; - is standard output')
    .option('-d, --directory <folder>', 'write the Markdown files to this folder')
    .option('--skip-existing', 'do not convert documents whose Markdown file exists already', false)
    .option('--images', 'also write images, to a folder next to each Markdown file', false)
    .option('--whole-page', 'convert all of a web page, with its navigation and footers', false)
    .addOption(new Option('--pages <range>', 'convert only these pages, such as 3-10').argParser(readPages))
    .addOption(
      new Option('--processes <n>', 'number of converter processes (default: one per core)').argParser(readCount),
    )
    .addOption(
      new Option('--ocr <mode>', 'pages that OCR reads: those that need it, all, or none')
        .choices(OCR_MODES)
        .default('auto'),
    )
    .addOption(
      new Option('--ocr-languages <codes>', 'languages of scanned pages, separated by commas, such as eng,deu')
        .default(['eng'], 'eng')
        .argParser((text) => text.split(',')),
    )
    .addOption(
      new Option('--ocr-data-dir <folder>', 'folder of CODE.traineddata files for languages other than English').env(
        'SCRIPTORIUM_OCR_DATA_DIR',
      ),
    )
    .option('--no-emphasis', 'leave out bold and italic of PDFs and scans')
    .option('--json', 'print the result of each document as one JSON object; Markdown is written to files', false)
    .option('--verbose', 'show the error output of converter processes that crash', false)
    .addOption(
      new Option('--server <url>', 'convert through this server').env('SCRIPTORIUM_SERVER').argParser(readServer),
    )
    .addOption(new Option('--key <key>', 'API key for the server').env('SCRIPTORIUM_KEY'))
    .action(async (files: readonly string[], flags: ConvertFlags, command: Command) => {
      if (flags.output !== undefined && flags.directory !== undefined) command.error('Use either -o or -d.');
      if (flags.server !== undefined && flags.key === undefined)
        command.error('--server requires an API key. Set --key or SCRIPTORIUM_KEY.');
      if (flags.server !== undefined && (flags.ocr !== 'auto' || !flags.emphasis || flags.wholePage))
        command.error(
          '--ocr, --no-emphasis and --whole-page are not available with --server. Convert without --server.',
        );
      if (flags.json && flags.output === '-') command.error('Use either --json or -o -.');
      // The REST interface has a startPage and no last page, and nobody wants to pay for pages that are thrown away.
      if (flags.server !== undefined && flags.pages !== undefined && flags.pages.end < OPEN_END) {
        const { start, end } = flags.pages;
        command.error(
          `With --server, conversion always continues to the last page. Use --pages ${start}-, or convert pages ${start} to ${end} without --server.`,
        );
      }
      const { runConvert } = await import('./run.ts');
      process.exitCode = await runConvert(files, flags, (message) => command.error(message));
    });
}
