import { SPEC_SCHEMA, STATUS_SCHEMA, type Schema } from './schema.ts';
import { WORKSPACE_SPEC_SCHEMA, WORKSPACE_STATUS_SCHEMA } from './workspace-schema.ts';

const GROUP = 'scriptorium.dev';
const VERSION = 'v1alpha1';

const column = (
  name: string,
  type: 'string' | 'integer' | 'boolean' | 'date',
  jsonPath: string,
  priority: 0 | 1 = 0,
): object => ({
  name,
  type,
  jsonPath,
  ...(priority > 0 ? { priority } : {}),
});

interface Kind {
  readonly kind: string;
  readonly shortNames?: readonly string[];
  readonly description: string;
  readonly columns: readonly object[];
  readonly spec: Schema;
  readonly status: Schema;
  readonly validations?: NonNullable<Schema['x-kubernetes-validations']>;
}

/** A CustomResourceDefinition, for `crds/` and the chart. */
function crdOf({ kind, shortNames, description, columns, spec, status, validations }: Kind): object {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, ...(shortNames && { shortNames }) },
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              description,
              required: ['spec'],
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                spec,
                status,
              },
              ...(validations && { 'x-kubernetes-validations': validations }),
            },
          },
        },
      ],
    },
  };
}

export const conversionJobCrd = (): object =>
  crdOf({
    kind: 'ConversionJob',
    shortNames: ['cvj', 'cj'],
    description: 'ConversionJob converts one document to Markdown.',
    columns: [
      column('State', 'string', '.status.state'),
      column('Stage', 'string', '.status.stage'),
      column('Progress', 'integer', '.status.progress'),
      column('Pages', 'integer', '.status.source.pages'),
      column('Credits', 'integer', '.status.credits.settled'),
      column('Age', 'date', '.metadata.creationTimestamp'),
      column('Format', 'string', '.status.source.format', 1),
      column('Held', 'integer', '.status.credits.reserved', 1),
      column('Workspace', 'string', '.spec.workspace', 1),
      column('Reason', 'string', '.status.errorCode', 1),
      column('Message', 'string', '.status.message', 1),
    ],
    spec: SPEC_SCHEMA,
    // What `kubectl get` shows until the controller writes a status, which it does not for a job that is soon done.
    status: { ...STATUS_SCHEMA, default: { state: 'queued', stage: 'preparing' } },
  });

export const workspaceCrd = (): object =>
  crdOf({
    kind: 'Workspace',
    description:
      'Workspace sets what a tenant of the service may use. A workspace without this resource has the defaults.',
    columns: [
      column('Weight', 'integer', '.spec.weight'),
      column('Queued', 'integer', '.status.jobs.queued'),
      column('Running', 'integer', '.status.jobs.running'),
      column('Available', 'integer', '.status.credits.available'),
      column('Held', 'integer', '.status.credits.held'),
      column('Suspended', 'boolean', '.spec.suspended'),
      column('Age', 'date', '.metadata.creationTimestamp'),
      column('Max-Running', 'integer', '.spec.maxRunning', 1),
      column('Max-Queued', 'integer', '.spec.maxQueuedJobs', 1),
      column('Requests', 'integer', '.spec.requestsPerSecond', 1),
      column('Isolation', 'string', '.spec.isolation', 1),
      column('Queue', 'string', '.spec.queueName', 1),
    ],
    spec: WORKSPACE_SPEC_SCHEMA,
    status: WORKSPACE_STATUS_SCHEMA,
    validations: [
      {
        rule: 'size(self.metadata.name) <= 63',
        message: 'the name of a workspace has at most 63 characters',
      },
    ],
  });
