import { BATCH_SPEC_SCHEMA, BATCH_STATUS_SCHEMA } from './batch-schema.ts';
import { CLASS_SPEC_SCHEMA } from './converter-class.ts';
import { SPEC_SCHEMA, STATUS_SCHEMA, type Schema } from './schema.ts';
import { WORKSPACE_SPEC_SCHEMA, WORKSPACE_STATUS_SCHEMA } from './workspace-schema.ts';

const GROUP = 'scriptorium.dev';
/**
 * All versions have the same fields, so that nothing is converted. The first is stored, which also a release reads that
 * knows no other; the last is the one to use.
 */
const VERSIONS = ['v1alpha1', 'v1beta1'] as const;

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
  /** Missing where nobody observes it. */
  readonly status?: Schema;
  /** Fields of `kubectl get --field-selector`, other than name and namespace. */
  readonly selectable?: readonly string[];
  readonly validations?: NonNullable<Schema['x-kubernetes-validations']>;
}

/** A CustomResourceDefinition, for `crds/` and the chart. */
function buildCrd({ kind, shortNames, description, columns, spec, status, selectable, validations }: Kind): object {
  const singular = kind.toLowerCase();
  const plural = /[hs]$/.test(singular) ? `${singular}es` : `${singular}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, ...(shortNames && { shortNames }) },
      versions: VERSIONS.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        ...(status && { subresources: { status: {} } }),
        ...(selectable && { selectableFields: selectable.map((jsonPath) => ({ jsonPath })) }),
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
              ...(status && { status }),
            },
            ...(validations && { 'x-kubernetes-validations': validations }),
          },
        },
      })),
    },
  };
}

export const conversionJobCrd = (): object =>
  buildCrd({
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
    selectable: ['.spec.workspace', '.status.state'],
    spec: SPEC_SCHEMA,
    // `kubectl get` shows this until the controller writes a status, which it does not for a job that is soon done. A
    // generation that is not observed says that the job goes on.
    status: { ...STATUS_SCHEMA, default: { state: 'queued', stage: 'preparing', observedGeneration: 0 } },
  });

export const conversionBatchCrd = (): object =>
  buildCrd({
    kind: 'ConversionBatch',
    shortNames: ['cvb'],
    description: 'ConversionBatch converts the documents of a folder of a bucket, each by a ConversionJob.',
    columns: [
      column('State', 'string', '.status.state'),
      column('Found', 'integer', '.status.documents.found'),
      column('Open', 'integer', '.status.documents.open'),
      column('Succeeded', 'integer', '.status.documents.succeeded'),
      column('Failed', 'integer', '.status.documents.failed'),
      column('Credits', 'integer', '.status.credits.settled'),
      column('Age', 'date', '.metadata.creationTimestamp'),
      column('Workspace', 'string', '.spec.workspace', 1),
      column('Source', 'string', '.spec.source', 1),
      column('Destination', 'string', '.spec.destination', 1),
      column('Message', 'string', '.status.message', 1),
    ],
    spec: BATCH_SPEC_SCHEMA,
    status: BATCH_STATUS_SCHEMA,
    validations: [
      {
        rule: 'size(self.metadata.name) <= 63',
        message: 'the name of a batch has at most 63 characters: its jobs have it as a label',
      },
    ],
  });

export const workspaceCrd = (): object =>
  buildCrd({
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

export const converterClassCrd = (): object =>
  buildCrd({
    kind: 'ConverterClass',
    description: 'ConverterClass names an endpoint that is asked about pages which OCR doubts.',
    columns: [
      column('Type', 'string', '.spec.type'),
      column('Model', 'string', '.spec.model'),
      column('Pages-Per-Job', 'integer', '.spec.maxPagesPerJob'),
      column('Age', 'date', '.metadata.creationTimestamp'),
      column('Endpoint', 'string', '.spec.endpoint', 1),
    ],
    spec: CLASS_SPEC_SCHEMA,
    validations: [
      { rule: 'size(self.metadata.name) <= 40', message: 'the name of a converter class has at most 40 characters' },
    ],
  });
