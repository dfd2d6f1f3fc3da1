import type { ConversionJob, ConversionJobSpec, ConversionJobStatus } from '../../resource/conversion-job.ts';
import type { Jobs, WriteResult } from '../jobs.ts';
import type { KubeClient } from './api/client.ts';
import { alreadyExists, hasStatus } from './api/transport.ts';
import { startReflector, type Reflector } from './api/reflector.ts';

export interface KubernetesJobsOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly warn?: (fields: object, message: string) => void;
}

interface Page {
  readonly items: readonly ConversionJob[];
  readonly metadata: { readonly continue?: string };
}

/** Who owns what the service writes: whoever applies the rest of a job is not in its way. */
const WRITER = { fieldManager: 'scriptorium' };

/** The `Jobs` port on the API server. */
export function kubernetesJobs({ client, namespace, warn }: KubernetesJobsOptions): Jobs {
  const collection = `/apis/scriptorium.dev/v1alpha1/namespaces/${encodeURIComponent(namespace)}/conversionjobs`;
  const objects = client.customObjects;
  const all = { group: 'scriptorium.dev', version: 'v1alpha1', plural: 'conversionjobs', namespace };
  const reflectors = new Set<Reflector<ConversionJob>>();
  const learn = (job: ConversionJob): ConversionJob => {
    for (const reflector of reflectors) reflector.learn(job);
    return job;
  };

  const write = async (call: () => Promise<ConversionJob>): Promise<WriteResult> => {
    try {
      return { written: true, job: learn(await call()) };
    } catch (error) {
      if (hasStatus(error, 409)) return { written: false, reason: 'conflict' };
      if (hasStatus(error, 404)) return { written: false, reason: 'gone' };
      throw error;
    }
  };

  return {
    create: async ({ name, spec, labels }) => {
      try {
        const body = {
          apiVersion: 'scriptorium.dev/v1alpha1',
          kind: 'ConversionJob',
          metadata: { name, ...(labels ? { labels } : {}) },
          spec: spec satisfies ConversionJobSpec,
        };
        return {
          created: true,
          job: learn(await objects.createNamespacedCustomObject({ ...all, ...WRITER, body })),
        };
      } catch (error) {
        if (alreadyExists(error)) return { created: false, reason: 'exists' };
        throw error;
      }
    },
    get: async (name) => {
      try {
        return (await objects.getNamespacedCustomObject({ ...all, name })) as ConversionJob;
      } catch (error) {
        if (hasStatus(error, 404)) return undefined;
        throw error;
      }
    },
    list: async () => {
      const items: ConversionJob[] = [];
      let token: string | undefined;
      do {
        const query = token === undefined ? {} : { _continue: token };
        const page = (await objects.listNamespacedCustomObject({ ...all, ...query, limit: 500 })) as Page;
        items.push(...page.items);
        token = page.metadata.continue || undefined;
      } while (token !== undefined);
      return items;
    },
    follow: async (changed) => {
      const reflector = await startReflector<ConversionJob>({
        client,
        path: collection,
        changed,
        ...(warn ? { warn } : {}),
      });
      reflectors.add(reflector);
      return {
        get: reflector.get,
        list: reflector.list,
        ageSeconds: reflector.ageSeconds,
        stop: async () => {
          reflectors.delete(reflector);
          await reflector.stop();
        },
      };
    },
    writeStatus: (name, resourceVersion, status: ConversionJobStatus) =>
      // A merge patch leaves out what is undefined, so fields that ended are taken away by name.
      write(() =>
        objects.patchNamespacedCustomObjectStatus({
          ...all,
          ...WRITER,
          name,
          body: { metadata: { resourceVersion }, status: { ...CLEARED, ...status } },
        }),
      ),
    cancel: (name) =>
      write(() => objects.patchNamespacedCustomObject({ ...all, ...WRITER, name, body: { spec: { cancel: true } } })),
    delete: async (name, preconditions) => {
      try {
        const body = { propagationPolicy: 'Background', ...(preconditions && { preconditions }) };
        await objects.deleteNamespacedCustomObject({ ...all, name, body });
        return { written: true };
      } catch (error) {
        if (hasStatus(error, 409)) return { written: false, reason: 'conflict' };
        if (hasStatus(error, 404)) return { written: false, reason: 'gone' };
        throw error;
      }
    },
  };
}

/** Every optional field of the status, to be removed unless the new status has it. */
const CLEARED: Record<Exclude<keyof ConversionJobStatus, 'state'>, null> = {
  stage: null,
  progress: null,
  message: null,
  source: null,
  pageRange: null,
  completedRanges: null,
  usage: null,
  artifacts: null,
  warnings: null,
  credits: null,
  cached: null,
  partial: null,
  nextStartPage: null,
  errorCode: null,
  error: null,
  startedAt: null,
  finishedAt: null,
  traceId: null,
  updatedAt: null,
  observedGeneration: null,
  conditions: null,
};
