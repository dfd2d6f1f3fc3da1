import type { Passwords } from '../passwords.ts';
import type { KubeClient } from './api/client.ts';
import { hasStatus } from './api/transport.ts';

/**
 * Secrets of this type only are read. Whoever creates a ConversionJob names a Secret that they may not read themselves,
 * and sends the document that is opened with it: no other Secret may come near it.
 */
const TYPE = 'scriptorium.dev/password';
/** The workspace whose jobs may use the Secret. */
const WORKSPACE_LABEL = 'scriptorium.dev/workspace';

/** Passwords of documents in Secrets of the namespace. */
export function secretPasswords(
  { core }: { readonly core: Pick<KubeClient['core'], 'readNamespacedSecret'> },
  namespace: string,
): Passwords {
  return {
    read: async ({ name, key = 'password' }, workspace) => {
      try {
        const { type, metadata, data } = await core.readNamespacedSecret({ namespace, name });
        if (type !== TYPE) return { problem: `The Secret ${name} is not of the type ${TYPE}.` };
        if (metadata?.labels?.[WORKSPACE_LABEL] !== workspace)
          return { problem: `The Secret ${name} does not have the label ${WORKSPACE_LABEL}: ${workspace}.` };
        const encoded = data?.[key];
        if (!encoded) return { problem: `The Secret ${name} has no ${key}.` };
        return { password: Buffer.from(encoded, 'base64').toString('utf8') };
      } catch (error) {
        if (hasStatus(error, 404)) return { problem: `The Secret ${name} does not exist.` };
        if (hasStatus(error, 403))
          return { problem: `The controller may not read the Secret ${name}. Grant it the right to get this Secret.` };
        throw error;
      }
    },
  };
}
