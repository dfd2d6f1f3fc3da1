import type { WorkspaceResource, WorkspaceStatus } from '../../resource/workspace.ts';
import type { WorkspaceEntry, Workspaces } from '../workspaces.ts';
import type { KubeClient } from './api/client.ts';
import { hasStatus } from './api/transport.ts';
import { startReflector } from './api/reflector.ts';

export interface KubernetesWorkspacesOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly warn?: (fields: object, message: string) => void;
}

const WORKSPACES = { group: 'scriptorium.dev', version: 'v1alpha1', plural: 'workspaces' };

/** The workspace that a resource describes. */
const described = ({ metadata, spec }: WorkspaceResource): string => spec?.workspace ?? metadata.name;

/** The first that was created describes a workspace whose name several resources state. */
const older = (one: WorkspaceResource, other: WorkspaceResource): WorkspaceResource => {
  const age = one.metadata.creationTimestamp.localeCompare(other.metadata.creationTimestamp);
  return age < 0 || (age === 0 && one.metadata.name < other.metadata.name) ? one : other;
};

const entryOf = (resource: WorkspaceResource): WorkspaceEntry => ({
  workspace: described(resource),
  spec: resource.spec ?? {},
  ...(resource.status && { status: resource.status }),
  generation: resource.metadata.generation,
});

function indexByWorkspace(resources: readonly WorkspaceResource[]): ReadonlyMap<string, WorkspaceResource> {
  const found = new Map<string, WorkspaceResource>();
  for (const resource of resources) {
    const known = found.get(described(resource));
    found.set(described(resource), known ? older(known, resource) : resource);
  }
  return found;
}

/** The `Workspaces` port on the API server. Operators write the resources with `kubectl`; we only read them. */
export async function kubernetesWorkspaces(options: KubernetesWorkspacesOptions): Promise<Workspaces> {
  const { client, namespace, warn } = options;
  const path = `/apis/scriptorium.dev/v1alpha1/namespaces/${encodeURIComponent(namespace)}/workspaces`;
  const followers = new Set<() => void>();
  /** By workspace; made anew after a change. */
  let index: ReadonlyMap<string, WorkspaceResource> | undefined;
  const changed = (): void => {
    index = undefined;
    for (const follower of followers) follower();
  };
  const resources = await startReflector<WorkspaceResource>({ client, path, changed, ...(warn ? { warn } : {}) });
  const indexed = (): ReadonlyMap<string, WorkspaceResource> => (index ??= indexByWorkspace(resources.list()));

  const writeStatus = async (workspace: string, status: WorkspaceStatus): Promise<void> => {
    const resource = indexed().get(workspace);
    if (!resource) return;
    const { name, resourceVersion } = resource.metadata;
    const body = { metadata: { resourceVersion }, status };
    const patch = { ...WORKSPACES, namespace, name, body };
    try {
      resources.learn((await client.customObjects.patchNamespacedCustomObjectStatus(patch)) as WorkspaceResource);
      index = undefined;
    } catch (error) {
      // It was changed or deleted meanwhile: the next look sees it.
      if (!hasStatus(error, 404, 409)) throw error;
    }
  };

  return {
    get: (workspace) => {
      const resource = indexed().get(workspace);
      return resource && entryOf(resource);
    },
    list: () => [...indexed().values()].map(entryOf),
    follow: (follower) => {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    set: undefined,
    writeStatus,
    ageSeconds: resources.ageSeconds,
    close: () => resources.stop(),
  };
}
