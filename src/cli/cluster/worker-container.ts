import { flushCompileCache } from 'node:module';
import { readSettings, SERVICE, WrongSetting } from '../settings.ts';

/**
 * The program of the containers of a worker pod, with `supervisor` or `runner` as its argument. A free worker should
 * come soon, so only what a container needs is loaded, and not the other commands. With `warm-up`, it fills the compile
 * cache of an image.
 */
async function run(role: string | undefined): Promise<void> {
  const { env } = process;
  switch (role) {
    case 'supervisor':
      return (await import('./supervisor.ts')).runSupervisor(env, readSettings(SERVICE, env));
    case 'runner':
      return (await import('./runner.ts')).runRunner(env, readSettings(SERVICE, env));
    case 'warm-up':
      await Promise.all([import('./supervisor.ts'), import('./runner.ts')]);
      return flushCompileCache();
    case undefined:
    default:
      throw new WrongSetting(`There is no role ${role}.`);
  }
}

try {
  await run(process.argv[2]);
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
