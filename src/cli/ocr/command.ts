import { InvalidArgumentError, Option, type Command } from 'commander';
import { printable } from '../printable.ts';
import { findOcrData, userFolder } from './data.ts';

interface OcrFlags {
  readonly ocrDataDir?: string;
  readonly json: boolean;
}

function readCode(text: string, before: readonly string[] = []): readonly string[] {
  if (!/^[A-Za-z][A-Za-z0-9_]{1,31}$/.test(text)) throw new InvalidArgumentError('Enter a code such as deu.');
  return [...before, text];
}

/** `scriptorium ocr`: the languages that OCR can read. */
export function addOcrCommand(program: Command): void {
  const ocr = program.command('ocr').description('List and install the languages that OCR reads.');
  const folder = (): Option =>
    new Option('--ocr-data-dir <folder>', 'folder of the data (default: a folder of this user)').env(
      'SCRIPTORIUM_OCR_DATA_DIR',
    );
  ocr
    .command('list')
    .description('List the languages that are installed.')
    .addOption(folder())
    .option('--json', 'print one JSON object', false)
    .action(async ({ ocrDataDir, json }: OcrFlags) => {
      const { languages } = await findOcrData(['auto'], ocrDataDir);
      process.stdout.write(json ? `${JSON.stringify({ languages })}\n` : `${languages.join('\n')}\n`);
    });
  ocr
    .command('add')
    .description('Install languages from npm, by their Tesseract codes, such as deu, fra or chi_sim.')
    .argument('<code...>', 'codes of languages', readCode)
    .addOption(folder())
    .option('--json', 'print one JSON object', false)
    .action(async (codes: readonly string[], { ocrDataDir = userFolder(), json }: OcrFlags) => {
      const { installLanguages, NotInstalled } = await import('./install.ts');
      try {
        await installLanguages(codes, ocrDataDir);
      } catch (error) {
        if (!(error instanceof NotInstalled)) throw error;
        process.stderr.write(`${printable(error.message)}\n`);
        process.exitCode = 1;
        return;
      }
      const { languages } = await findOcrData(codes, ocrDataDir);
      process.stdout.write(
        json
          ? `${JSON.stringify({ installed: languages })}\n`
          : `Installed ${languages.join(', ')} in ${ocrDataDir}.\n`,
      );
    });
}
