import { Option, type Command } from 'commander';
import { EMBEDDED, flagOf, readSettings, SERVICE, WrongSetting } from '../settings.ts';

/**
 * `scriptorium serve`: the whole service on this machine. Each setting is an environment variable and a flag of the
 * same name.
 */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('Run the complete service on this machine, with all data in one folder.');
  const definitions = { ...EMBEDDED, ...SERVICE };
  for (const { env, description, value } of Object.values(definitions)) {
    command.addOption(
      new Option(`${flagOf(env)} <value>`, `${description} [${env}${value === '' ? '' : `, ${value}`}]`),
    );
  }
  command.option('--json', 'once ready, print one JSON object with the URL and the key of workspace local');
  command.action(async (_options: unknown, self: Command) => {
    const given = self.opts<Record<string, string | undefined> & { json?: boolean }>();
    const flags = Object.fromEntries(Object.values(definitions).map(({ env }) => [env, given[camel(flagOf(env))]]));
    try {
      const values = readSettings(definitions, process.env, flags);
      // Loaded here, so that the other commands start without the service's libraries.
      const { serveUntilStopped } = await import('./serve.ts');
      await serveUntilStopped(values, given.json ?? false);
    } catch (error) {
      if (!(error instanceof WrongSetting)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exit(1); // Idle converters and the like end with this process.
    }
  });
}

/** `--data-dir` as commander names it: `dataDir`. */
const camel = (flag: string): string =>
  flag.slice(2).replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
