import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import { readSettings, SERVICE, WrongSetting, type Values } from '../settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface Flags {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/**
 * The programs of a cluster's pods. The chart starts them; their settings come from the environment. Those that speak
 * to the API server also run outside the cluster, with a kubeconfig.
 */
export function addClusterCommands(program: Command, env: Env): void {
  const add = (
    name: string,
    description: string,
    run: (values: Values<typeof SERVICE>, flags: Flags) => Promise<void>,
  ): Command =>
    program
      .command(name, { hidden: true })
      .description(description)
      .action(async (flags: Flags) => {
        try {
          await run(readSettings(SERVICE, env), flags);
        } catch (error) {
          if (!(error instanceof WrongSetting)) throw error;
          process.stderr.write(`${error.message}\n`);
          process.exitCode = 1;
        }
      });
  const withKubeconfig = (command: Command): Command =>
    command
      .option('--kubeconfig <file>', 'kubeconfig file (outside a pod, KUBECONFIG or ~/.kube/config by default)')
      .option('--context <name>', 'context of the kubeconfig (its current context by default)');
  withKubeconfig(
    add('api', 'Run a replica of the API in a cluster.', async (values, { kubeconfig: file, context }) => {
      const [{ runApi }, { readCluster }] = await Promise.all([import('./api.ts'), import('./settings.ts')]);
      await runApi(await readCluster(env, { file, context }), values);
    }),
  );
  withKubeconfig(
    add(
      'controller',
      'Run a replica of the controller in a cluster.',
      async (values, { kubeconfig: file, context }) => {
        const [{ runController }, { readCluster }] = await Promise.all([
          import('./controller.ts'),
          import('./settings.ts'),
        ]);
        await runController(await readCluster(env, { file, context }), values);
      },
    ),
  );
  add('fetcher', 'Run the fetcher in a cluster.', async (values) => {
    const { runTaskServer } = await import('./task-server.ts');
    const port = Number(env['SCRIPTORIUM_PORT'] ?? 8080);
    await runTaskServer({ port, token: env['SCRIPTORIUM_FETCHER_TOKEN'] || undefined }, values);
  });
  withKubeconfig(
    add(
      'end-converters',
      'Stop all converters and the leading controller before a release is uninstalled.',
      async (_values, { kubeconfig: file, context }) => {
        const { runUninstall } = await import('./uninstall.ts');
        await runUninstall(env, { file, context });
      },
    ),
  );
  program
    .command('warm-up', { hidden: true })
    .description('Load the modules of a converter to fill the compile cache of an image.')
    .action(async () => {
      const { convertSamples } = await import('../../worker/warm-up/warm-up.ts');
      await convertSamples(tmpdir());
      flushCompileCache();
    });
  add('chart-test', 'Convert a small PDF through the service; used by `helm test`.', async () => {
    const { runChartTest } = await import('./run-chart-test.ts');
    await runChartTest(env);
  });
}
