import type { Passwords } from '../passwords.ts';
import { hasStatus, type KubeClient } from './client.ts';

interface Secret {
  readonly type?: string;
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * Secrets of this type only are read. Whoever creates a ConversionJob names a Secret that they may not read themselves,
 * and sends the document that is opened with it: no other Secret may come near it.
 */
const TYPE = 'scriptorium.dev/password';
/** The workspace whose jobs may use the Secret. */
const WORKSPACE_LABEL = 'scriptorium.dev/workspace';

/** Passwords of documents in Secrets of the namespace. */
export function secretPasswords(client: Pick<KubeClient, 'call'>, namespace: string): Passwords {
  return {
    read: async ({ name, key = 'password' }, workspace) => {
      const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets/${encodeURIComponent(name)}`;
      try {
        const { type, metadata, data } = await client.call<Secret>({ method: 'GET', path });
        if (type !== TYPE) return { problem: `The Secret ${name} is not of the type ${TYPE}.` };
        if (metadata.labels?.[WORKSPACE_LABEL] !== workspace)
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
