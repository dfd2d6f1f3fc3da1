import type { KubeClient } from './client.ts';
import { hasStatus } from './transport.ts';

/** The Service that workers and the API call selects the pod with this label. */
const LEADER = 'scriptorium.dev/leader';

/** Says whether this pod leads. A container that was restarted may find the label on its pod. */
export async function labelLeader(
  client: KubeClient,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  leads: boolean,
): Promise<void> {
  const body = { metadata: { labels: { [LEADER]: leads ? 'true' : null } } };
  try {
    await client.core.patchNamespacedPod({ namespace, name, body });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}
