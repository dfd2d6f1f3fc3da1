import type { EventsV1Event } from '@kubernetes/client-node';
import type { ConversionJob } from '../../../resource/conversion-job.ts';
import type { KubeClient } from './client.ts';
import { V1MicroTime } from './library.ts';

export interface JobEvent {
  /** CamelCase, as in the conditions. */
  readonly reason: string;
  readonly note: string;
}

/** Who writes Events, and where. */
export interface EventSource {
  readonly client: KubeClient;
  readonly namespace: string;
  /** This process; a pod's name. */
  readonly identity: string;
}

/**
 * Writes an Event about a job on which somebody has to act, for `kubectl describe`; what went well is in its
 * conditions. Best effort: an event that cannot be written is not worth a retry.
 */
export async function writeEvent(source: EventSource, job: ConversionJob, event: JobEvent): Promise<void> {
  const { client, namespace, identity } = source;
  const { name, uid, resourceVersion } = job.metadata;
  const body: EventsV1Event = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: `${name}.${event.reason.toLowerCase()}.${Date.now().toString(16)}`, namespace },
    eventTime: new V1MicroTime(),
    reportingController: 'scriptorium.dev/controller',
    reportingInstance: identity,
    action: event.reason,
    type: 'Warning',
    reason: event.reason,
    note: event.note.slice(0, 1000),
    regarding: {
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'ConversionJob',
      name,
      namespace,
      uid,
      resourceVersion,
    },
  };
  await client.events.createNamespacedEvent({ namespace, body });
}
