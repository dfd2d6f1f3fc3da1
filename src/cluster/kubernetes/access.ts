import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';

/** Where the API server is, and what makes us known to it. */
export interface ApiServerAccess {
  /** `https://…`, without a slash at its end. */
  readonly server: string;
  /** PEM. */
  readonly ca?: string;
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** The bearer token as it is now. */
  readonly token?: () => Promise<string>;
}

const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The kubelet replaces a token long before it ends. */
const TOKEN_MS = 60_000;

/** What a pod with a service account has: the API server's address in its environment; authority and token, which rotates, in files. */
export async function podAccess(
  env: Readonly<Record<string, string | undefined>>,
  folder = FOLDER,
): Promise<ApiServerAccess> {
  const host = env['KUBERNETES_SERVICE_HOST'];
  if (!host) throw new Error('KUBERNETES_SERVICE_HOST is not set: this is no pod');
  const ca = await readFile(`${folder}/ca.crt`, 'utf8');
  let token: { readonly text: string; readonly at: number } | undefined;
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${env['KUBERNETES_SERVICE_PORT'] ?? '443'}`,
    ca,
    token: async () => {
      if (!token || Date.now() - token.at > TOKEN_MS)
        token = { text: (await readFile(`${folder}/token`, 'utf8')).trim(), at: Date.now() };
      return token.text;
    },
  };
}
