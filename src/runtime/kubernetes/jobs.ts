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

const CONVERSION_JOBS = { group: 'scriptorium.dev', version: 'v1alpha1', plural: 'conversionjobs' };

/** Who owns what the service writes: whoever applies the rest of a job is not in its way. */
const WRITER = { fieldManager: 'scriptorium' };

/** The `Jobs` port on the API server. */
export const kubernetesJobs = (options: KubernetesJobsOptions): Jobs => new ResourceJobs(options);

// Members of the port are bound, since they are handed on alone.
class ResourceJobs implements Jobs {
  readonly #options: KubernetesJobsOptions;
  readonly #all: typeof CONVERSION_JOBS & { readonly namespace: string };
  readonly #objects: KubeClient['customObjects'];
  readonly #reflectors = new Set<Reflector<ConversionJob>>();

  constructor(options: KubernetesJobsOptions) {
    this.#options = options;
    this.#all = { ...CONVERSION_JOBS, namespace: options.namespace };
    this.#objects = options.client.customObjects;
  }

  readonly create: Jobs['create'] = async ({ name, spec, labels }) => {
    const body = {
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'ConversionJob',
      metadata: { name, ...(labels ? { labels } : {}) },
      spec: spec satisfies ConversionJobSpec,
    };
    try {
      const job = await this.#objects.createNamespacedCustomObject({ ...this.#all, ...WRITER, body });
      return { created: true, job: this.#learn(job as ConversionJob) };
    } catch (error) {
      if (alreadyExists(error)) return { created: false, reason: 'exists' };
      throw error;
    }
  };

  readonly get: Jobs['get'] = async (name) => {
    try {
      return (await this.#objects.getNamespacedCustomObject({ ...this.#all, name })) as ConversionJob;
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  };

  readonly list: Jobs['list'] = async () => {
    const items: ConversionJob[] = [];
    let token: string | undefined;
    do {
      const query = token === undefined ? {} : { _continue: token };
      const page = (await this.#objects.listNamespacedCustomObject({ ...this.#all, ...query, limit: 500 })) as Page;
      items.push(...page.items);
      token = page.metadata.continue || undefined;
    } while (token !== undefined);
    return items;
  };

  readonly follow: Jobs['follow'] = async (changed) => {
    const { client, namespace, warn } = this.#options;
    const path = `/apis/scriptorium.dev/v1alpha1/namespaces/${encodeURIComponent(namespace)}/conversionjobs`;
    const reflector = await startReflector<ConversionJob>({ client, path, changed, ...(warn ? { warn } : {}) });
    this.#reflectors.add(reflector);
    const { get, list, ageSeconds } = reflector;
    const stop = async (): Promise<void> => {
      this.#reflectors.delete(reflector);
      await reflector.stop();
    };
    return { get, list, ageSeconds, stop };
  };

  readonly writeStatus: Jobs['writeStatus'] = (name, resourceVersion, status) => {
    // A merge patch leaves out what is undefined, so fields that ended are taken away by name.
    const body = { metadata: { resourceVersion }, status: { ...CLEARED, ...status } };
    return this.#write(() => this.#objects.patchNamespacedCustomObjectStatus({ ...this.#all, ...WRITER, name, body }));
  };

  readonly cancel: Jobs['cancel'] = (name) => {
    const body = { spec: { cancel: true } };
    return this.#write(() => this.#objects.patchNamespacedCustomObject({ ...this.#all, ...WRITER, name, body }));
  };

  readonly delete: Jobs['delete'] = async (name, preconditions) => {
    const body = { propagationPolicy: 'Background', ...(preconditions && { preconditions }) };
    try {
      await this.#objects.deleteNamespacedCustomObject({ ...this.#all, name, body });
      return { written: true };
    } catch (error) {
      return refusalOf(error);
    }
  };

  async #write(call: () => Promise<unknown>): Promise<WriteResult> {
    try {
      return { written: true, job: this.#learn((await call()) as ConversionJob) };
    } catch (error) {
      return refusalOf(error);
    }
  }

  #learn(job: ConversionJob): ConversionJob {
    for (const reflector of this.#reflectors) reflector.learn(job);
    return job;
  }
}

/** Throws what is no refusal. */
function refusalOf(error: unknown): Extract<WriteResult, { written: false }> {
  if (hasStatus(error, 409)) return { written: false, reason: 'conflict' };
  if (hasStatus(error, 404)) return { written: false, reason: 'gone' };
  throw error;
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
