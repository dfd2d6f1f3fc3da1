import type { V1Container, V1EnvVar, V1Job, V1ObjectMeta, V1PodSpec, V1Volume } from '@kubernetes/client-node';
import { EXIT } from '../../../protocol/worker.ts';
import type { Launch, LaunchId, LaunchKind } from '../../launcher.ts';
import type { Wire } from '../api/wire.ts';

export const JOB_ID_LABEL = 'scriptorium.dev/job-id';
/** Every Job of ours carries it; its value is the kind of the launch. */
export const LAUNCH_LABEL = 'scriptorium.dev/launch';
export const WORKSPACE_LABEL = 'scriptorium.dev/workspace';
/** Kueue's own. */
export const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';
export const FIRST_INDEX = 'scriptorium.dev/first-index';
/** Says that the pods of a launch may load native code. */
export const NATIVE = 'scriptorium.dev/native';
/** How many pods of its index ended before a pod without counting as attempts: for an outage, or with their nodes. */
export const IGNORED = 'batch.kubernetes.io/job-index-ignored-failure-count';
/** Projected tokens of converter pods are made for this audience. */
export const CONVERTER_AUDIENCE = 'scriptorium-converters';

/** A name that is the same each time, so that the API server refuses to create a launch twice. */
export function jobName({ jobId, kind, firstIndex }: LaunchId): string {
  switch (kind) {
    case 'convert':
      return `${jobId}-c`;
    case 'convert-native':
      return `${jobId}-n${firstIndex}`;
    case 'merge':
      return `${jobId}-m`;
  }
}

const KINDS: readonly LaunchKind[] = ['convert', 'convert-native', 'merge'];

/** Which launch a Job is; undefined for one that is not ours. Jobs of version 0.1 have the kind in their name alone. */
export function launchOf({ name, labels, annotations }: Wire<V1ObjectMeta>): LaunchId | undefined {
  const jobId = labels?.[JOB_ID_LABEL];
  const label = labels?.[LAUNCH_LABEL];
  if (jobId === undefined || label === undefined) return undefined;
  const firstIndex = Number(annotations?.[FIRST_INDEX] ?? 0);
  const kind = KINDS.find((one) => one === label || jobName({ jobId, kind: one, firstIndex }) === name);
  return kind && { jobId, kind, firstIndex };
}

/** Settings of the chart for converter pods. */
export interface PodSettings {
  readonly image: string;
  readonly imagePullPolicy?: string;
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  /** The API's internal port, as pods reach it. */
  readonly internalUrl: string;
  /** Without any right; its token is not mounted, but one for the API's internal port. */
  readonly serviceAccount: string;
  /** Pods of one job at a time. */
  readonly parallelism: number;
  /** Pods of all jobs at a time. */
  readonly maxPods?: number;
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  /** Where and how pods run. */
  readonly placement?: Pick<
    Wire<V1PodSpec>,
    | 'nodeSelector'
    | 'tolerations'
    | 'affinity'
    | 'topologySpreadConstraints'
    | 'priorityClassName'
    | 'runtimeClassName'
    | 'hostUsers'
  >;
  readonly seccompProfile?: { readonly type: string; readonly localhostProfile?: string };
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Kueue's queue: Jobs then start suspended, and Kueue lets them go. */
  readonly queueName?: string;
  /** A volume with data of OCR languages, mounted read-only. */
  readonly ocrData?: object;
  /** A volume with `ca.crt`: certificate authorities to trust in addition to public ones. */
  readonly caBundle?: object;
}

const TOKEN_FOLDER = '/var/run/secrets/scriptorium';
/** It is presented once, at the start. The kubelet renews it while the pod lives. */
const TOKEN_SECONDS = 600;
const OCR_DATA = '/ocr';
const CA_BUNDLE = '/etc/scriptorium/ca';
/** Logs, beside the scratch folder. */
const LOG_MIB = 128;
const TTL_SECONDS = 300;
const MIB = 1024 * 1024;

/** A converter is not worth five minutes of waiting for a node to come back: its range is converted elsewhere. */
const LOST_NODE = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].map((key) => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 30,
}));

/** How many pods a Job may run, or the Kueue LocalQueue that decides when it may. */
export interface JobPlace {
  readonly parallelism: number;
  readonly queueName?: string | undefined;
}

/**
 * The Indexed Job of a launch: restricted pods with a token for the API's internal port alone, retried by index, ended
 * at once by a bad document.
 */
export function jobManifest(launch: Launch, pods: PodSettings, { parallelism, queueName }: JobPlace): Wire<V1Job> {
  const labels = {
    ...pods.labels,
    'app.kubernetes.io/name': 'scriptorium',
    'app.kubernetes.io/component': 'converter',
    [JOB_ID_LABEL]: launch.jobId,
    [WORKSPACE_LABEL]: launch.workspace,
    [LAUNCH_LABEL]: launch.kind,
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobName(launch),
      labels: { ...labels, ...(queueName === undefined ? {} : { [QUEUE_LABEL]: queueName }) },
      annotations: { [FIRST_INDEX]: String(launch.firstIndex) },
      ownerReferences: [
        {
          apiVersion: 'scriptorium.dev/v1alpha1',
          kind: 'ConversionJob',
          name: launch.owner.name,
          uid: launch.owner.uid,
          controller: true,
          blockOwnerDeletion: false,
        },
      ],
    },
    spec: {
      completionMode: 'Indexed',
      completions: launch.count,
      parallelism,
      backoffLimitPerIndex: launch.attempts - 1,
      maxFailedIndexes: 0,
      podReplacementPolicy: 'Failed',
      ttlSecondsAfterFinished: TTL_SECONDS,
      ...(queueName === undefined ? {} : { suspend: true }),
      podFailurePolicy: {
        rules: [
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          // An outage of ours. How often it may be said is bounded where pods are let in (`converter-tokens.ts`).
          { action: 'Ignore', onExitCodes: { containerName: 'converter', operator: 'In', values: [EXIT.unavailable] } },
          { action: 'FailIndex', onExitCodes: { containerName: 'converter', operator: 'In', values: [EXIT.failure] } },
        ],
      },
      template: {
        metadata: {
          labels,
          annotations: {
            ...pods.annotations,
            [FIRST_INDEX]: String(launch.firstIndex),
            [NATIVE]: String(launch.native),
          },
        },
        spec: podSpec(launch, pods),
      },
    },
  };
}

/**
 * Runs the bundle of the converters with its code cache: a pod that loads the whole command takes far more CPU time
 * before its first page. The young generation begins at 16 MiB, rather than with many small collections.
 */
const CONVERTER = ['node', '--min-semi-space-size=16', '/app/dist/src/cli/cluster/converter.js'];

function podSpec(launch: Launch, pods: PodSettings): Wire<V1PodSpec> {
  return {
    restartPolicy: 'Never',
    activeDeadlineSeconds: launch.limits.seconds,
    terminationGracePeriodSeconds: 5,
    serviceAccountName: pods.serviceAccount,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(pods.imagePullSecrets ? { imagePullSecrets: pods.imagePullSecrets } : {}),
    ...pods.placement,
    tolerations: [...LOST_NODE, ...(pods.placement?.tolerations ?? [])],
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: pods.seccompProfile ?? { type: 'RuntimeDefault' },
    },
    containers: [container(launch, pods)],
    volumes: volumes(launch, pods),
  };
}

const scratchMib = ({ limits }: Launch): number => Math.ceil(limits.scratchBytes / MIB);

function container(launch: Launch, pods: PodSettings): Wire<V1Container> {
  return {
    name: 'converter',
    image: pods.image,
    ...(pods.imagePullPolicy ? { imagePullPolicy: pods.imagePullPolicy } : {}),
    command: CONVERTER,
    // Says what a pod could not reach.
    terminationMessagePolicy: 'FallbackToLogsOnError',
    env: environment(launch, pods),
    // OOM by the node's count must come before V8 thinks of it.
    resources: {
      requests: { cpu: '250m', memory: '192Mi', 'ephemeral-storage': '256Mi', ...pods.resources?.requests },
      limits: {
        'ephemeral-storage': `${scratchMib(launch) + LOG_MIB}Mi`,
        ...pods.resources?.limits,
        memory: `${Math.ceil(launch.limits.memoryBytes / MIB)}Mi`,
      },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'scratch', mountPath: '/tmp' },
      { name: 'token', mountPath: TOKEN_FOLDER, readOnly: true },
      ...(pods.ocrData ? [{ name: 'ocr', mountPath: OCR_DATA, readOnly: true }] : []),
      ...(pods.caBundle ? [{ name: 'ca', mountPath: CA_BUNDLE, readOnly: true }] : []),
    ],
  };
}

const environment = ({ firstIndex }: Launch, pods: PodSettings): Wire<V1EnvVar>[] => [
  { name: 'SCRIPTORIUM_INTERNAL_URL', value: pods.internalUrl },
  { name: 'SCRIPTORIUM_TOKEN_FILE', value: `${TOKEN_FOLDER}/token` },
  { name: 'SCRIPTORIUM_FIRST_INDEX', value: String(firstIndex) },
  { name: 'SCRIPTORIUM_INSTANCE', valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } },
  {
    name: 'SCRIPTORIUM_REPLACED_PODS',
    valueFrom: { fieldRef: { fieldPath: `metadata.annotations['${IGNORED}']` } },
  },
  ...(pods.ocrData ? [{ name: 'SCRIPTORIUM_OCR_DATA_DIR', value: OCR_DATA }] : []),
  ...(pods.caBundle ? [{ name: 'NODE_EXTRA_CA_CERTS', value: `${CA_BUNDLE}/ca.crt` }] : []),
];

const volumes = (launch: Launch, { ocrData, caBundle }: PodSettings): Wire<V1Volume>[] => [
  { name: 'scratch', emptyDir: { sizeLimit: `${scratchMib(launch)}Mi` } },
  {
    name: 'token',
    projected: {
      sources: [
        { serviceAccountToken: { path: 'token', audience: CONVERTER_AUDIENCE, expirationSeconds: TOKEN_SECONDS } },
      ],
    },
  },
  ...(ocrData ? [{ name: 'ocr', ...ocrData }] : []),
  ...(caBundle ? [{ name: 'ca', ...caBundle }] : []),
];
