import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import { readSettings, SERVICE, WrongSetting, type Values } from '../settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface Flags {
  readonly kubeconfig?: string;
  readonly context?: string;
}

interface Start {
  readonly env: Env;
  readonly values: Values<typeof SERVICE>;
  readonly flags: Flags;
}

interface PodProgram {
  readonly name: string;
  readonly description: string;
  /** It speaks to the API server, also from outside of the cluster. */
  readonly usesApiServer?: true;
  readonly run: (start: Start) => Promise<void>;
}

const PROGRAMS: readonly PodProgram[] = [
  {
    name: 'api',
    description: 'Run a replica of the API in a cluster.',
    usesApiServer: true,
    run: async ({ env, values, flags }) => {
      const [{ runApi }, { readCluster }] = await Promise.all([import('./api.ts'), import('./settings.ts')]);
      await runApi(await readCluster(env, kubeconfigOf(flags)), values);
    },
  },
  {
    name: 'controller',
    description: 'Run a replica of the controller in a cluster.',
    usesApiServer: true,
    run: async ({ env, values, flags }) => {
      const [{ runController }, { readCluster }] = await Promise.all([
        import('./controller.ts'),
        import('./settings.ts'),
      ]);
      await runController(await readCluster(env, kubeconfigOf(flags)), values);
    },
  },
  {
    name: 'fetcher',
    description: 'Run the fetcher in a cluster.',
    run: async ({ env, values }) => {
      const { runTaskServer } = await import('./task-server.ts');
      const port = Number(env['SCRIPTORIUM_PORT'] ?? 8080);
      await runTaskServer({ port, token: env['SCRIPTORIUM_FETCHER_TOKEN'] || undefined }, values);
    },
  },
  {
    name: 'asker',
    description: 'Run the asker of a converter class in a cluster.',
    run: async ({ env, values }) => {
      const [{ runTaskServer }, { need }] = await Promise.all([import('./task-server.ts'), import('./need.ts')]);
      const port = Number(env['SCRIPTORIUM_PORT'] ?? 8080);
      const token = env['SCRIPTORIUM_FETCHER_TOKEN'] || undefined;
      const url = need(env, 'SCRIPTORIUM_ENDPOINT');
      await runTaskServer(
        { port, token, endpoint: { url, apiKey: env['SCRIPTORIUM_ENDPOINT_KEY'] || undefined } },
        values,
      );
    },
  },
  {
    name: 'end-converters',
    description: 'Stop all converters and the leading controller before a release is uninstalled.',
    usesApiServer: true,
    run: async ({ env, flags }) => {
      const { runUninstall } = await import('./uninstall.ts');
      await runUninstall(env, kubeconfigOf(flags));
    },
  },
  {
    name: 'chart-test',
    description: 'Convert a small PDF through the service; used by `helm test`.',
    run: async ({ env }) => {
      const { runChartTest } = await import('./run-chart-test.ts');
      await runChartTest(env);
    },
  },
];

const kubeconfigOf = ({
  kubeconfig: file,
  context,
}: Flags): { file: string | undefined; context: string | undefined } => ({
  file,
  context,
});

/**
 * The programs of a cluster's pods. The chart starts them; their settings come from the environment. Those that speak
 * to the API server also run outside the cluster, with a kubeconfig.
 */
export function addClusterCommands(program: Command, env: Env): void {
  for (const pod of PROGRAMS) addPodProgram(program, pod, env);
  program
    .command('warm-up', { hidden: true })
    .description('Load the modules of a converter to fill the compile cache of an image.')
    .action(async () => {
      const { convertSamples } = await import('../../worker/warm-up/warm-up.ts');
      await convertSamples(tmpdir());
      flushCompileCache();
    });
}

function addPodProgram(program: Command, { name, description, usesApiServer, run }: PodProgram, env: Env): void {
  const command = program.command(name, { hidden: true }).description(description);
  if (usesApiServer)
    command
      .option('--kubeconfig <file>', 'kubeconfig file (outside a pod, KUBECONFIG or ~/.kube/config by default)')
      .option('--context <name>', 'context of the kubeconfig (its current context by default)');
  command.action(async (flags: Flags) => {
    try {
      await run({ env, values: readSettings(SERVICE, env), flags });
    } catch (error) {
      if (!(error instanceof WrongSetting)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  });
}
