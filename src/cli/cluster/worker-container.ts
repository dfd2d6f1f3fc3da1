import { readSettings, SERVICE, WrongSetting } from '../settings.ts';

/**
 * The program of the containers of a worker pod, with `supervisor` or `runner` as its argument. A free worker should
 * come soon, so only what a container needs is loaded, and not the other commands, from one file with its code cache
 * (`src/cli/bundles/build-bundles.ts`). With `warm`, it loads what that cache is to know.
 */
async function run(role: string | undefined): Promise<void> {
  const { env } = process;
  switch (role) {
    case 'supervisor':
      return (await import('./supervisor.ts')).runSupervisor(env, readSettings(SERVICE, env));
    case 'runner':
      return (await import('./runner.ts')).runRunner(env, readSettings(SERVICE, env));
    case 'warm':
      await Promise.all([import('./supervisor.ts'), import('./runner.ts')]);
      return;
    case undefined:
    default:
      throw new WrongSetting(`There is no role ${role}.`);
  }
}

run(process.argv[2]).catch((error: unknown) => {
  if (!(error instanceof WrongSetting)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
