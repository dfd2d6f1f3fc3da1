import type { RequestOptions } from 'node:https';
import { KubeConfig } from './library.ts';
import type { ApiServerAccess, Credentials, TlsSettings } from './access.ts';

export interface KubeconfigOptions {
  /** `KUBECONFIG` (several files with colons between them) or `~/.kube/config` when it is not given. */
  readonly file?: string | undefined;
  /** The current context when it is not given. */
  readonly context?: string | undefined;
}

export interface KubeconfigAccess extends ApiServerAccess {
  /** Of the context. */
  readonly namespace: string | undefined;
}

/** The kubeconfig cannot be used; the message says why. */
export class KubeconfigError extends Error {}

/**
 * Access as kubectl has it: a context of a kubeconfig, with any way to authenticate that Kubernetes' own library knows
 * (certificates, tokens, exec plugins, OIDC, basic, impersonation).
 */
export async function kubeconfigAccess({ file, context }: KubeconfigOptions = {}): Promise<KubeconfigAccess> {
  const config = load(file);
  if (context !== undefined) config.setCurrentContext(context);
  const name = config.getCurrentContext();
  const cluster = config.getCurrentCluster();
  if (!config.getContextObject(name) || !cluster || !config.getCurrentUser())
    throw new KubeconfigError(
      name
        ? `The kubeconfig has no context ${JSON.stringify(name)} with a cluster and a user.`
        : 'The kubeconfig has no current context. Set one with --context.',
    );
  const namespace = config.getContextObject(name)?.namespace;
  const server = cluster.server.replace(/\/$/, '');
  const fresh = async (): Promise<Credentials> =>
    readCredentials(config).catch((error: unknown) => {
      throw new KubeconfigError(`Failed to authenticate with context ${JSON.stringify(name)}: ${messageOf(error)}.`);
    });
  // A plugin that does not work is to be reported at the start.
  await fresh();
  let last: { readonly identity: string; readonly tls: TlsSettings } | undefined;
  return {
    server,
    ...(cluster.proxyUrl ? { proxy: cluster.proxyUrl } : {}),
    namespace: namespace || undefined,
    credentials: async () => {
      const { tls, headers } = await fresh();
      const identity = JSON.stringify(tls);
      if (last?.identity !== identity) last = { identity, tls };
      return { tls: last.tls, headers };
    },
  };
}

/** The context that the library makes up, for a server on this machine, where it finds no file. */
const NO_KUBECONFIG = 'loaded-context';

function load(file: string | undefined): KubeConfig {
  const config = new KubeConfig();
  try {
    if (file === undefined) config.loadFromDefault();
    else config.loadFromFile(file);
  } catch (error) {
    throw new KubeconfigError(`Failed to read the kubeconfig: ${messageOf(error)}.`);
  }
  if (config.getCurrentContext() === NO_KUBECONFIG)
    throw new KubeconfigError('No kubeconfig found. Set KUBECONFIG or --kubeconfig.');
  return config;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message.trim() : String(error));

/**
 * The credentials that the library would add to a request of its own; it refreshes tokens and certificates of plugins.
 */
async function readCredentials(config: KubeConfig): Promise<Credentials> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const { ca, cert, key, rejectUnauthorized, servername, auth } = options;
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    tls: {
      ...(ca ? { ca } : {}),
      ...(cert ? { cert } : {}),
      ...(key ? { key } : {}),
      ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
      ...(servername ? { servername } : {}),
    },
    headers: {
      ...(auth ? { authorization: `Basic ${Buffer.from(auth).toString('base64')}` } : {}),
      ...(Object.fromEntries(headers) as Record<string, string>),
    },
  };
}
