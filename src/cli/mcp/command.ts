import { Option, type Command } from 'commander';
import { readServer } from '../arguments.ts';
import type { McpFlags } from './flags.ts';

/** `scriptorium mcp`: documents for agents, over standard input and output. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('Serve conversions to agents over standard input and output (Model Context Protocol).')
    .option('--folder <folder...>', 'folders whose files agents may convert (default: the working folder)')
    .addOption(
      new Option(
        '--ocr-languages <codes>',
        'languages of scanned pages, separated by commas, such as eng,deu',
      ).argParser((text) => text.split(',')),
    )
    .addOption(
      new Option('--ocr-data-dir <folder>', 'folder of CODE.traineddata files for languages other than English').env(
        'SCRIPTORIUM_OCR_DATA_DIR',
      ),
    )
    .option(
      '--password-file <file>',
      'file whose first line is the password of encrypted documents (or set SCRIPTORIUM_PASSWORD)',
    )
    .addOption(
      new Option('--server <url>', 'convert through this server').env('SCRIPTORIUM_SERVER').argParser(readServer),
    )
    .addOption(new Option('--key <key>', 'API key for the server').env('SCRIPTORIUM_KEY'))
    .action(async (flags: McpFlags, command: Command) => {
      if (flags.server !== undefined && flags.key === undefined)
        command.error('--server requires an API key. Set --key or SCRIPTORIUM_KEY.');
      const { serveMcp } = await import('./serve.ts');
      await serveMcp(flags, command.parent?.version() ?? '', (message) => command.error(message));
    });
}
