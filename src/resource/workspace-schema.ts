import { integer, list, object, resourceSchema, resourceSchemas, text } from './schema.ts';
import {
  FOLDER_FIELD,
  MOST_FOLDERS,
  RESOURCE_NAME,
  WORKSPACE,
  WORKSPACE_FIELDS,
  WORKSPACE_FOLDERS,
} from './workspace-fields.ts';

const fields = resourceSchemas(WORKSPACE_FIELDS);
const folders = (description: string) => list(description, MOST_FOLDERS, resourceSchema(FOLDER_FIELD));
/** As a rule of the API server writes it. */
const RESOURCE_NAME_IN_CEL = RESOURCE_NAME.replaceAll('\\', '\\\\');

export const WORKSPACE_SPEC_SCHEMA = {
  ...object('Specifies what the workspace may use.', {
    workspace: text(
      'The workspace that this resource describes, if the name of the workspace is not a valid resource name, such as `a..b`. Otherwise the resource has the name of the workspace.',
      63,
      { pattern: WORKSPACE },
    ),
    ...fields,
    weight: { ...fields.weight, default: 1 },
    batchSources: folders(WORKSPACE_FOLDERS.batchSources),
    batchDestinations: folders(WORKSPACE_FOLDERS.batchDestinations),
    queueName: text(
      'The name of a Kueue LocalQueue in the namespace of the service. Converter Jobs of the workspace wait there for admission by Kueue. Defaults to the chart value converter.kueueQueue.',
      63,
      { minLength: 1, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' },
    ),
  }),
  'x-kubernetes-validations': [
    {
      rule: `!has(self.workspace) || !self.workspace.matches('${RESOURCE_NAME_IN_CEL}')`,
      message: 'name the resource like the workspace; set workspace only if its name is not a valid resource name',
    },
    {
      rule: 'has(self.workspace) == has(oldSelf.workspace) && (!has(self.workspace) || self.workspace == oldSelf.workspace)',
      message: 'workspace is immutable; create another Workspace',
    },
  ],
};

export const WORKSPACE_STATUS_SCHEMA = object(
  'The observed state of the workspace, at most ten seconds old. Only the controller writes it.',
  {
    credits: object('The credits of the workspace.', {
      available: integer('Credits that can be held for new jobs.'),
      held: integer('Credits that are held for unfinished jobs.'),
    }),
    jobs: object('The unfinished jobs of the workspace.', {
      queued: integer('Number of jobs that wait, for a converter or for credits.'),
      running: integer('Number of jobs that are being converted.'),
    }),
    observedGeneration: integer('The generation of the resource that the status describes.'),
  },
);
