import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import type { SecureContextOptions } from 'node:tls';

/** Where the API server is, and what makes us known to it. */
export interface ApiServerAccess {
  /** `http://…` or `https://…`, without a slash at its end. */
  readonly server: string;
  /** An HTTP or SOCKS 5 proxy to go through. */
  readonly proxy?: string;
  /** The credentials of the next request. */
  credentials(): Promise<Credentials>;
}

export interface Credentials {
  /** For new connections. Those that are open are kept as long as this is the same object. */
  readonly tls: TlsSettings;
  /** `authorization`, and the headers of an impersonation. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface TlsSettings extends Pick<SecureContextOptions, 'ca' | 'cert' | 'key'> {
  readonly rejectUnauthorized?: boolean;
  readonly servername?: string;
}

const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The kubelet replaces a token long before it ends. */
const TOKEN_MS = 60_000;

/** True where Kubernetes started this process. */
export const isPod = (env: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(env['KUBERNETES_SERVICE_HOST']);

/**
 * Access as a pod with a service account has it: the API server's address in its environment; authority and token,
 * which rotates, in files.
 */
export async function podAccess(
  env: Readonly<Record<string, string | undefined>>,
  folder = FOLDER,
): Promise<ApiServerAccess> {
  const host = env['KUBERNETES_SERVICE_HOST'];
  if (!host) throw new Error('KUBERNETES_SERVICE_HOST is not set. This process does not run in a pod');
  const tls = { ca: await readFile(`${folder}/ca.crt`, 'utf8') };
  let token: { readonly text: string; readonly at: number } | undefined;
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${env['KUBERNETES_SERVICE_PORT'] ?? '443'}`,
    credentials: async () => {
      if (!token || Date.now() - token.at > TOKEN_MS)
        token = { text: (await readFile(`${folder}/token`, 'utf8')).trim(), at: Date.now() };
      return { tls, headers: { authorization: `Bearer ${token.text}` } };
    },
  };
}
