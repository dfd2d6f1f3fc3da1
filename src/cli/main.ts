import { Command } from 'commander';
import { addAdminCommands } from './admin/commands.ts';
import { addConvertCommand } from './convert/command.ts';
import { addClusterCommands } from './cluster/commands.ts';
import { addServeCommand } from './serve-command.ts';

const program = new Command('scriptorium')
  .description('PDFs, Office documents, spreadsheets and images to Markdown.')
  .showHelpAfterError('Add --help for how it goes.');

addServeCommand(program);
addConvertCommand(program);
addAdminCommands(program, {
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
  exit: (code) => { process.exitCode = code; },
});
addClusterCommands(program, process.env);

await program.parseAsync();
