import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ApiServerAccess } from '../../../src/cluster/kubernetes/access.ts';

interface Kubeconfig {
  readonly 'current-context': string;
  readonly contexts: readonly {
    readonly name: string;
    readonly context: { readonly cluster: string; readonly user: string };
  }[];
  readonly clusters: readonly { readonly name: string; readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly name: string; readonly user: Readonly<Record<string, string>> }[];
}

/** The current context of a kubeconfig whose credentials are certificates or a token, in it or in files that it names. */
export function kubeconfigAccess(path: string): ApiServerAccess {
  const config = parse(readFileSync(path, 'utf8')) as Kubeconfig;
  const context = config.contexts.find(({ name }) => name === config['current-context'])!.context;
  const cluster = config.clusters.find(({ name }) => name === context.cluster)!.cluster;
  const user = config.users.find(({ name }) => name === context.user)!.user;
  const pem = (from: Readonly<Record<string, string>>, field: string): string | undefined => {
    const data = from[`${field}-data`];
    if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
    return from[field] === undefined ? undefined : readFileSync(from[field], 'utf8');
  };
  const [ca, cert, key] = [
    pem(cluster, 'certificate-authority'),
    pem(user, 'client-certificate'),
    pem(user, 'client-key'),
  ];
  const { token } = user;
  return {
    server: cluster['server']!.replace(/\/$/, ''),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { certificate: { cert, key } }),
    ...(token === undefined ? {} : { token: () => Promise.resolve(token) }),
  };
}
