import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './admin/commands.ts';
import { addCompletionCommand } from './completion.ts';
import { addConvertCommand } from './convert/command.ts';
import { addClusterCommands } from './cluster/commands.ts';
import { printable } from './printable.ts';
import { addMcpCommand } from './mcp/command.ts';
import { addDoctorCommand } from './doctor.ts';
import { addOcrCommand } from './ocr/command.ts';
import { addRestCommands } from './rest/commands.ts';
import { addServeCommand } from './serve/command.ts';
import { MachineFailure, reasonOf } from './system-error.ts';

/** As most commands have it; other failures exit with 1. */
const EXIT = { usage: 2, failed: 3 };

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has had enough (`| head`) is no fault.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`Failed to write to standard output: ${reasonOf(error)}.\n`);
  process.exit(EXIT.failed);
});

// Node's own reaction is to open its debugger, with which another process of this user could take over this one.
process.on('SIGUSR1', () => {});

const program = new Command('scriptorium')
  .version(
    (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version,
  )
  .description('Convert PDFs, Office documents, spreadsheets and images to Markdown.')
  .showHelpAfterError('Run with --help for usage.')
  // Inherited by all commands.
  .exitOverride();

addServeCommand(program);
addConvertCommand(program);
const output = {
  out: (text: string) => void process.stdout.write(`${text}\n`),
  error: (text: string) => void process.stderr.write(`${printable(text)}\n`),
  exit: (code: number) => {
    process.exitCode = code;
  },
};
addRestCommands(program, output);
addAdminCommands(program, output);
addClusterCommands(program, process.env);
addDoctorCommand(program);
addOcrCommand(program);
addMcpCommand(program);
addCompletionCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has said what was wrong, or has printed help.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : EXIT.usage);
  const text = error instanceof MachineFailure ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exit(EXIT.failed);
}
