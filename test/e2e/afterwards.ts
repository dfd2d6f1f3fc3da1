import { get, inNamespace, NAMESPACE, until, type Namespace } from './cluster.ts';

/** Waits until the audit agrees, which it may not while a job ends. The error says what it found. */
export async function auditAgrees({ admin: run }: Namespace): Promise<void> {
  let found = '';
  const agrees = async (): Promise<true | undefined> => {
    try {
      return (await run<{ ok: boolean }>('ledger', 'audit')).ok || undefined;
    } catch (error) {
      // Where it does not agree, it prints what it found and exits with a code.
      found = `${(error as { stdout?: string }).stdout ?? ''} ${String(error)}`;
      return undefined;
    }
  };
  await until('the audit to agree', agrees).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${found}`, { cause: error });
  });
}

/** What has to hold after everything: the audit agrees, no pod of an ended job runs, no worker that ended is left. */
export async function nothingOrphaned(): Promise<void> {
  await auditAgrees(inNamespace(NAMESPACE));
  await until('converter pods to be gone', async () => {
    const pods = await get<{ items: { status: { phase: string } }[] }>(
      'pods',
      '-l',
      'app.kubernetes.io/component=converter',
    );
    return pods.items.every(({ status }) => status.phase === 'Succeeded' || status.phase === 'Failed') || undefined;
  });
  await until('no worker to be left over', async () => {
    const { items } = await get<{ items: { metadata: { deletionTimestamp?: string }; status: { phase: string } }[] }>(
      'pods',
      '-l',
      'app.kubernetes.io/component=worker',
    );
    const isAlive = ({ metadata, status }: (typeof items)[number]): boolean =>
      metadata.deletionTimestamp === undefined && (status.phase === 'Running' || status.phase === 'Pending');
    return items.every(isAlive) || undefined;
  });
}
