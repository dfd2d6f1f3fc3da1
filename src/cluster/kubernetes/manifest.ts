import { EXIT } from '../../job/worker-protocol.ts';
import type { Launch } from '../launcher.ts';

export const JOB_ID_LABEL = 'scriptorium.dev/job-id';
/** Every Job of ours carries it. */
export const LAUNCH_LABEL = 'scriptorium.dev/launch';

/** What the chart says about converter pods. */
export interface PodSettings {
  readonly image: string;
  readonly imagePullPolicy?: string;
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  /** The API's internal port, as pods reach it. */
  readonly internalUrl: string;
  /** Without any right; its token is not mounted. */
  readonly serviceAccount: string;
  /** Pods of one job at a time. */
  readonly parallelism: number;
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly object[];
  readonly affinity?: object;
  readonly priorityClassName?: string;
  readonly runtimeClassName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Kueue's queue: Jobs then start suspended, and Kueue lets them go. */
  readonly queueName?: string;
  /** A volume with data of OCR languages, mounted read-only. */
  readonly ocrData?: object;
}

const OCR_DATA = '/ocr';
const TTL_SECONDS = 300;
const MIB = 1024 * 1024;

/** The Indexed Job of a launch: restricted pods without token or credentials, retried by index, ended at once by a bad document. */
export function jobManifest(launch: Launch, pods: PodSettings): object {
  const labels = {
    ...pods.labels,
    'app.kubernetes.io/name': 'scriptorium',
    'app.kubernetes.io/component': 'converter',
    [JOB_ID_LABEL]: launch.jobId,
    [LAUNCH_LABEL]: 'true',
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: launch.name,
      labels: { ...labels, ...(pods.queueName === undefined ? {} : { 'kueue.x-k8s.io/queue-name': pods.queueName }) },
      annotations: { 'scriptorium.dev/first-index': String(launch.firstIndex) },
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
      parallelism: Math.min(launch.count, pods.parallelism),
      backoffLimitPerIndex: launch.attempts - 1,
      maxFailedIndexes: 0,
      podReplacementPolicy: 'Failed',
      ttlSecondsAfterFinished: TTL_SECONDS,
      ...(pods.queueName === undefined ? {} : { suspend: true }),
      podFailurePolicy: {
        rules: [
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          { action: 'FailIndex', onExitCodes: { containerName: 'converter', operator: 'In', values: [EXIT.failure] } },
        ],
      },
      template: {
        metadata: { labels, ...(pods.annotations ? { annotations: pods.annotations } : {}) },
        spec: podSpec(launch, pods),
      },
    },
  };
}

function podSpec(launch: Launch, pods: PodSettings): object {
  const { limits } = launch;
  const memory = `${Math.ceil(limits.memoryBytes / MIB)}Mi`;
  return {
    restartPolicy: 'Never',
    activeDeadlineSeconds: limits.seconds,
    terminationGracePeriodSeconds: 5,
    serviceAccountName: pods.serviceAccount,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(pods.imagePullSecrets ? { imagePullSecrets: pods.imagePullSecrets } : {}),
    ...(pods.nodeSelector ? { nodeSelector: pods.nodeSelector } : {}),
    ...(pods.tolerations ? { tolerations: pods.tolerations } : {}),
    ...(pods.affinity ? { affinity: pods.affinity } : {}),
    ...(pods.priorityClassName ? { priorityClassName: pods.priorityClassName } : {}),
    ...(pods.runtimeClassName ? { runtimeClassName: pods.runtimeClassName } : {}),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'converter',
        image: pods.image,
        ...(pods.imagePullPolicy ? { imagePullPolicy: pods.imagePullPolicy } : {}),
        args: ['worker'],
        env: [
          { name: 'SCRIPTORIUM_INTERNAL_URL', value: pods.internalUrl },
          { name: 'SCRIPTORIUM_LAUNCH_TOKEN', value: launch.launchToken },
          { name: 'SCRIPTORIUM_FIRST_INDEX', value: String(launch.firstIndex) },
          { name: 'SCRIPTORIUM_INSTANCE', valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } },
          ...(pods.ocrData ? [{ name: 'SCRIPTORIUM_OCR_DATA_DIR', value: OCR_DATA }] : []),
        ],
        // OOM by the node's count must come before V8 thinks of it.
        resources: {
          requests: { cpu: '250m', memory: '192Mi', ...pods.resources?.requests },
          limits: { ...pods.resources?.limits, memory },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [
          { name: 'scratch', mountPath: '/tmp' },
          ...(pods.ocrData ? [{ name: 'ocr', mountPath: OCR_DATA, readOnly: true }] : []),
        ],
      },
    ],
    volumes: [
      { name: 'scratch', emptyDir: { sizeLimit: `${Math.ceil(limits.scratchBytes / MIB)}Mi` } },
      ...(pods.ocrData ? [{ name: 'ocr', ...pods.ocrData }] : []),
    ],
  };
}
