import type { ObjectMeta } from '../../resource/conversion-job.ts';
import type { ConverterClassSpec } from '../../resource/converter-class.ts';
import type { ConverterClass, ConverterClasses } from '../converter-classes.ts';
import type { KubeClient } from './api/client.ts';
import { startReflector } from './api/reflector.ts';

interface ClassResource {
  readonly metadata: ObjectMeta;
  readonly spec: ConverterClassSpec;
}

interface KubernetesClassesOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly warn?: (fields: object, message: string) => void;
}

/** The `ConverterClasses` port on the API server. The key of an endpoint is in the environment of its asker alone. */
export async function kubernetesClasses({
  client,
  namespace,
  warn,
}: KubernetesClassesOptions): Promise<ConverterClasses> {
  const path = `/apis/scriptorium.dev/v1alpha1/namespaces/${encodeURIComponent(namespace)}/converterclasses`;
  const resources = await startReflector<ClassResource>({ client, path, changed: () => {}, ...(warn ? { warn } : {}) });
  const classOf = ({ metadata, spec }: ClassResource): ConverterClass => ({ name: metadata.name, spec });
  return {
    get: (name) => {
      const resource = resources.get(name);
      return resource && classOf(resource);
    },
    list: () => resources.list().map(classOf),
    set: undefined,
    close: () => resources.stop(),
  };
}
