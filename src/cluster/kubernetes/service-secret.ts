import { randomBytes } from 'node:crypto';
import { hasStatus, type KubeClient } from './client.ts';

interface Secret {
  readonly metadata: { readonly resourceVersion: string };
  readonly data?: Readonly<Record<string, string>>;
}

const KEY = 'secret';
const BYTES = 32;

/**
 * The service secret that a Secret holds. One without it, as a manifest that is rendered anew each time can only have
 * it, is filled by whoever comes first: nobody else knows the value, and nothing that applies the manifest again
 * changes it.
 */
export async function ensureServiceSecret(client: KubeClient, namespace: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets/${encodeURIComponent(name)}`;
  for (;;) {
    const { metadata, data } = await client.call<Secret>({ method: 'GET', path });
    const kept = data?.[KEY];
    if (kept) return Buffer.from(kept, 'base64').toString('utf8');
    const made = randomBytes(BYTES).toString('hex');
    try {
      const body = {
        metadata: { resourceVersion: metadata.resourceVersion },
        data: { [KEY]: Buffer.from(made).toString('base64') },
      };
      await client.call({ method: 'PATCH', path, body });
      return made;
    } catch (error) {
      // Another process filled it in between.
      if (!hasStatus(error, 409)) throw error;
    }
  }
}
