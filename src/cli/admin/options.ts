import { Option, type Command } from 'commander';

/** Options of all commands of an administrator. */
export const withAdminOptions = (command: Command, description: string): Command =>
  command
    .description(description)
    .addOption(
      new Option('--data-dir <folder>', 'data folder of the running service')
        .env('SCRIPTORIUM_DATA_DIR')
        .default('./data'),
    )
    .option('--json', 'print one JSON object');

/** The query of a path that lists all workspaces or one. */
export const workspaceQuery = (name: string | undefined): string =>
  name === undefined ? '' : `?workspace=${encodeURIComponent(name)}`;
