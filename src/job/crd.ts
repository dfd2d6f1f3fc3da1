import { SPEC_SCHEMA, STATUS_SCHEMA } from './schema.ts';

const GROUP = 'scriptorium.dev';
const VERSION = 'v1alpha1';
const PLURAL = 'conversionjobs';

const column = (name: string, type: 'string' | 'integer' | 'date', jsonPath: string, priority: 0 | 1 = 0): object => ({
  name,
  type,
  jsonPath,
  ...(priority > 0 ? { priority } : {}),
});

/** The CustomResourceDefinition, for `crds/` and the chart. */
export function conversionJobCrd(): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${PLURAL}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: {
        kind: 'ConversionJob',
        listKind: 'ConversionJobList',
        plural: PLURAL,
        singular: 'conversionjob',
        shortNames: ['cvj', 'cj'],
      },
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [
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
          schema: {
            openAPIV3Schema: {
              type: 'object',
              description: 'ConversionJob converts one document to Markdown.',
              required: ['spec'],
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                spec: SPEC_SCHEMA,
                status: STATUS_SCHEMA,
              },
            },
          },
        },
      ],
    },
  };
}
