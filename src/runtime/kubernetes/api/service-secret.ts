import { randomBytes } from 'node:crypto';
import type { KubeClient } from './client.ts';
import { hasStatus } from './transport.ts';

const BYTES = 32;

/**
 * The value of a key in a Secret, made at random. One without it, as a manifest that is rendered anew each time can
 * only have it, is filled by whoever comes first: nobody else knows the value, and nothing that applies the manifest
 * again changes it.
 */
export async function ensureSecretKey(
  client: KubeClient,
  { namespace, name, key }: { readonly namespace: string; readonly name: string; readonly key: string },
): Promise<string> {
  for (;;) {
    const { metadata, data } = await client.core.readNamespacedSecret({ namespace, name });
    const kept = data?.[key];
    if (kept) return Buffer.from(kept, 'base64').toString('utf8');
    const made = randomBytes(BYTES).toString('hex');
    try {
      const body = {
        metadata: { resourceVersion: metadata?.resourceVersion },
        data: { [key]: Buffer.from(made).toString('base64') },
      };
      await client.core.patchNamespacedSecret({ namespace, name, body });
      return made;
    } catch (error) {
      // Another process filled it in between.
      if (!hasStatus(error, 409)) throw error;
    }
  }
}
