import type { ConversionBatch } from '../../resource/batch.ts';
import type { ConversionJob } from '../../resource/conversion-job.ts';
import type { Jobs, Resource, Resources, Written } from '../jobs.ts';
import type { KubeClient } from './api/client.ts';
import { alreadyExists, hasStatus } from './api/transport.ts';
import { startReflector, type Reflector } from './api/reflector.ts';

export interface KubernetesJobsOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly warn?: (fields: object, message: string) => void;
}

interface Page<R> {
  readonly items: readonly R[];
  readonly metadata: { readonly continue?: string };
}

/** A kind of resource, and every optional field of its status, to be removed unless the new status has it. */
interface Kind<R extends Resource> {
  readonly kind: R['kind'];
  readonly plural: string;
  readonly cleared: Readonly<Record<Exclude<keyof NonNullable<R['status']>, 'state'>, null>>;
}

/** Who owns what the service writes: whoever applies the rest of a job is not in its way. */
const WRITER = { fieldManager: 'scriptorium' };

/** The `Jobs` port on the API server. */
export const kubernetesJobs = (options: KubernetesJobsOptions): Jobs =>
  new CustomResources<ConversionJob>(JOBS, options);

/** ConversionBatches of the API server. */
export const kubernetesBatches = (options: KubernetesJobsOptions): Resources<ConversionBatch> =>
  new CustomResources<ConversionBatch>(BATCHES, options);

// Members of the port are bound, since they are handed on alone.
class CustomResources<R extends Resource> implements Resources<R> {
  readonly #kind: Kind<R>;
  readonly #options: KubernetesJobsOptions;
  readonly #all: {
    readonly group: string;
    readonly version: string;
    readonly plural: string;
    readonly namespace: string;
  };
  readonly #objects: KubeClient['customObjects'];
  readonly #reflectors = new Set<Reflector<R>>();

  constructor(kind: Kind<R>, options: KubernetesJobsOptions) {
    this.#kind = kind;
    this.#options = options;
    this.#all = {
      group: 'scriptorium.dev',
      version: 'v1alpha1',
      plural: kind.plural,
      namespace: options.namespace,
    };
    this.#objects = options.client.customObjects;
  }

  readonly create: Resources<R>['create'] = async ({ name, spec, labels }) => {
    const body = {
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: this.#kind.kind,
      metadata: { name, ...(labels ? { labels } : {}) },
      spec,
    };
    try {
      const job = await this.#objects.createNamespacedCustomObject({ ...this.#all, ...WRITER, body });
      return { created: true, job: this.#learn(job as R) };
    } catch (error) {
      if (alreadyExists(error)) return { created: false, reason: 'exists' };
      throw error;
    }
  };

  readonly get: Resources<R>['get'] = async (name) => {
    try {
      return (await this.#objects.getNamespacedCustomObject({ ...this.#all, name })) as R;
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  };

  readonly list: Resources<R>['list'] = async () => {
    const items: R[] = [];
    let token: string | undefined;
    do {
      const query = token === undefined ? {} : { _continue: token };
      const page = (await this.#objects.listNamespacedCustomObject({ ...this.#all, ...query, limit: 500 })) as Page<R>;
      items.push(...page.items);
      token = page.metadata.continue || undefined;
    } while (token !== undefined);
    return items;
  };

  readonly follow: Resources<R>['follow'] = async (changed) => {
    const { client, namespace, warn } = this.#options;
    const path = `/apis/scriptorium.dev/v1alpha1/namespaces/${encodeURIComponent(namespace)}/${this.#kind.plural}`;
    const reflector = await startReflector<R>({ client, path, changed, ...(warn ? { warn } : {}) });
    this.#reflectors.add(reflector);
    const { get, list, ageSeconds } = reflector;
    const stop = async (): Promise<void> => {
      this.#reflectors.delete(reflector);
      await reflector.stop();
    };
    return { get, list, ageSeconds, stop };
  };

  readonly writeStatus: Resources<R>['writeStatus'] = (name, resourceVersion, status) => {
    // A merge patch leaves out what is undefined, so fields that ended are taken away by name.
    const body = { metadata: { resourceVersion }, status: { ...this.#kind.cleared, ...status } };
    return this.#write(() => this.#objects.patchNamespacedCustomObjectStatus({ ...this.#all, ...WRITER, name, body }));
  };

  readonly cancel: Resources<R>['cancel'] = (name) => {
    const body = { spec: { cancel: true } };
    return this.#write(() => this.#objects.patchNamespacedCustomObject({ ...this.#all, ...WRITER, name, body }));
  };

  readonly delete: Resources<R>['delete'] = async (name, preconditions) => {
    const body = { propagationPolicy: 'Background', ...(preconditions && { preconditions }) };
    try {
      await this.#objects.deleteNamespacedCustomObject({ ...this.#all, name, body });
      return { written: true };
    } catch (error) {
      return refusalOf(error);
    }
  };

  async #write(call: () => Promise<unknown>): Promise<Written<R>> {
    try {
      return { written: true, job: this.#learn((await call()) as R) };
    } catch (error) {
      return refusalOf(error);
    }
  }

  #learn(job: R): R {
    for (const reflector of this.#reflectors) reflector.learn(job);
    return job;
  }
}

/** Throws what is no refusal. */
function refusalOf(error: unknown): Extract<Written<never>, { written: false }> {
  if (hasStatus(error, 409)) return { written: false, reason: 'conflict' };
  if (hasStatus(error, 404)) return { written: false, reason: 'gone' };
  throw error;
}

const JOBS: Kind<ConversionJob> = {
  kind: 'ConversionJob',
  plural: 'conversionjobs',
  cleared: {
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
  },
};

const BATCHES: Kind<ConversionBatch> = {
  kind: 'ConversionBatch',
  plural: 'conversionbatches',
  cleared: {
    message: null,
    listed: null,
    cursor: null,
    documents: null,
    pages: null,
    credits: null,
    failures: null,
    failureList: null,
    startedAt: null,
    finishedAt: null,
    observedGeneration: null,
    conditions: null,
  },
};
