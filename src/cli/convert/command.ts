import { Command, InvalidArgumentError, Option } from 'commander';
import type { PageRange } from '../../job/ranges.ts';

export interface ConvertFlags {
  readonly output?: string;
  readonly directory?: string;
  readonly images: boolean;
  readonly pages?: PageRange;
  readonly processes?: number;
  readonly ocrLanguages: readonly string[];
  readonly ocrDataDir?: string;
  readonly verbose: boolean;
  readonly server?: string;
  readonly key?: string;
}

/** `3`, `3-10` or `3-` as a range; the end of the last is the document's. */
export function readPages(text: string): PageRange {
  const match = /^(\d{1,6})(?:(-)(\d{1,6})?)?$/.exec(text.trim());
  const start = Number(match?.[1]);
  const end = match?.[2] === undefined ? start : match[3] === undefined ? 1_000_000 : Number(match[3]);
  if (!match || start < 1 || end < start) throw new InvalidArgumentError('Write pages as 3, 3-10 or 3-.');
  return { start, end };
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('Write a whole number from 1 to 999.');
  return Number(text);
}

/** `scriptorium convert`: documents to Markdown without a server, or through one. */
export function addConvertCommand(program: Command): void {
  program
    .command('convert')
    .description('Convert documents to Markdown: on this machine, or through a Scriptorium server.')
    .argument('<file...>', 'documents, or folders of documents')
    .option('-o, --output <file>', 'the Markdown file of one document; - is standard output')
    .option('-d, --directory <folder>', 'the folder for the Markdown of many documents')
    .option('--images', 'store the images of the documents too, in a folder beside the Markdown', false)
    .addOption(new Option('--pages <range>', 'only these pages, such as 3-10').argParser(readPages))
    .addOption(new Option('--processes <n>', 'converter processes (default: one per core)').argParser(readCount))
    .addOption(new Option('--ocr-languages <codes>', 'languages of scanned pages, such as eng,deu').default(['eng'], 'eng').argParser((text) => text.split(',')))
    .addOption(new Option('--ocr-data-dir <folder>', 'CODE.traineddata files of languages beside English').env('SCRIPTORIUM_OCR_DATA_DIR'))
    .option('--verbose', 'show what a converter process that broke down said', false)
    .addOption(new Option('--server <url>', 'convert through this server').env('SCRIPTORIUM_SERVER'))
    .addOption(new Option('--key <key>', 'API key for the server').env('SCRIPTORIUM_KEY'))
    .action(async (files: readonly string[], flags: ConvertFlags, command: Command) => {
      if (flags.output !== undefined && flags.directory !== undefined) command.error('Use either -o or -d.');
      if (flags.server !== undefined && flags.key === undefined) command.error('--server needs --key, or the key in SCRIPTORIUM_KEY.');
      const { runConvert } = await import('./run.ts');
      process.exitCode = await runConvert(files, flags, (message) => command.error(message));
    });
}
