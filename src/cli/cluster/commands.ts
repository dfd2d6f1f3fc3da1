import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import { readSettings, SERVICE, WrongSetting, type Values } from '../settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The programs of a cluster's pods. The chart starts them; their settings come from the environment. */
export function addClusterCommands(program: Command, env: Env): void {
  const add = (name: string, description: string, run: (values: Values<typeof SERVICE>) => Promise<void>): void => {
    program
      .command(name, { hidden: true })
      .description(description)
      .action(async () => {
        try {
          await run(readSettings(SERVICE, env));
        } catch (error) {
          if (!(error instanceof WrongSetting)) throw error;
          process.stderr.write(`${error.message}\n`);
          process.exitCode = 1;
        }
      });
  };
  add('api', 'A replica of the API, in a cluster.', async (values) => {
    const [{ runApi }, { readCluster }] = await Promise.all([import('./api.ts'), import('./settings.ts')]);
    await runApi(await readCluster(env), values);
  });
  add('controller', 'A replica of the controller, in a cluster.', async (values) => {
    const [{ runController }, { readCluster }] = await Promise.all([
      import('./controller.ts'),
      import('./settings.ts'),
    ]);
    await runController(await readCluster(env), values);
  });
  for (const role of ['prober', 'fetcher'] as const) {
    add(role, `The ${role}, in a cluster.`, async (values) => {
      const { runErrandServer } = await import('./errand-server.ts');
      await runErrandServer(role, Number(env['SCRIPTORIUM_PORT'] ?? 8080), values);
    });
  }
  program
    .command('end-converters', { hidden: true })
    .description('End all converters and the leading controller, before a release is taken away.')
    .action(async () => {
      const [{ podAccess }, { createKubeClient }, { endLaunches }, { need }, { CONTROLLER_LEASE }] = await Promise.all([
        import('../../cluster/kubernetes/access.ts'),
        import('../../cluster/kubernetes/client.ts'),
        import('../../cluster/kubernetes/end-launches.ts'),
        import('./settings.ts'),
        import('./controller.ts'),
      ]);
      const client = createKubeClient({ access: await podAccess(env) });
      const ended = await endLaunches(client, need(env, 'SCRIPTORIUM_NAMESPACE'), CONTROLLER_LEASE);
      process.stdout.write(`${ended} launches ended\n`);
      await client.close();
    });
  program
    .command('warm-up', { hidden: true })
    .description('Load what a converter loads, to fill the compile cache of an image.')
    .action(async () => {
      const [{ warmUp }] = await Promise.all([import('../../worker/warm-up.ts'), import('./worker.ts')]);
      await warmUp(tmpdir());
      flushCompileCache();
    });
  add('chart-test', 'Convert a small PDF through the service, as `helm test` does.', async () => {
    const { runChartTest } = await import('./run-chart-test.ts');
    await runChartTest(env);
  });
  add('worker', 'One page range, in a pod.', async () => {
    const { runWorker } = await import('./worker.ts');
    process.exit(await runWorker(env));
  });
}
