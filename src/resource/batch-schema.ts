import { BATCH_FIELDS, BATCH_STATES, SHOWN_FAILURES, SUFFIX_FIELD, SUFFIXES } from './batch-fields.ts';
import { REQUEST_FIELDS } from './fields.ts';
import {
  choice,
  conditions,
  flag,
  integer,
  list,
  object,
  OPTION_SCHEMAS,
  resourceSchema,
  resourceSchemas,
  text,
  time,
} from './schema.ts';
import { WORKSPACE } from './workspace-fields.ts';

const { startPage: _start, endPage: _end, ...options } = OPTION_SCHEMAS;
const request = resourceSchemas(REQUEST_FIELDS);
const fields = resourceSchemas(BATCH_FIELDS);

const conversion = {
  capabilityVersion: request.capabilityVersion,
  forceRefresh: request.forceRefresh,
  ...options,
};
const fixed = ['workspace', 'source', 'suffixes', 'destination', ...Object.keys(conversion)];

export const BATCH_SPEC_SCHEMA = {
  ...object(
    'Specifies what to convert and how. Immutable, except for parallelism, suspend, cancel and ttlSecondsAfterFinished.',
    {
      workspace: text(
        'The workspace that pays for the conversions. The user who creates the ConversionBatch needs the verb `charge` on the `workspaces.scriptorium.dev` resource of this name.',
        63,
        { pattern: WORKSPACE },
      ),
      source: fields.source,
      suffixes: list(SUFFIXES.description, SUFFIXES.maxItems, resourceSchema(SUFFIX_FIELD)),
      destination: fields.destination,
      parallelism: fields.parallelism,
      ...conversion,
      suspend: flag('If true, no further ConversionJobs are created. Those that exist continue.'),
      cancel: flag('Set to true to cancel the batch and its unfinished ConversionJobs.'),
      ttlSecondsAfterFinished: integer(
        'How long the resource is kept after the batch has ended, in seconds. Defaults to the retention time of artifacts.',
        0,
        31_536_000,
      ),
    },
    'workspace',
    'source',
    'destination',
  ),
  'x-kubernetes-validations': [
    ...fixed.map((field) => ({
      rule: `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`,
      message: `${field} is immutable; create another ConversionBatch`,
    })),
    {
      rule: '!self.destination.startsWith(self.source) && !self.source.startsWith(self.destination)',
      message: 'source and destination must not contain each other, or results would be converted again',
    },
    {
      rule: '!(has(oldSelf.cancel) && oldSelf.cancel) || (has(self.cancel) && self.cancel)',
      message: 'cancel cannot be changed back to false',
    },
  ],
};

const DOCUMENTS = {
  found: 'Objects that were found so far and are to be converted.',
  open: 'Documents whose ConversionJobs have not ended.',
  succeeded: 'Documents whose results are in the destination.',
  failed: 'Documents that were not converted.',
  canceled: 'Documents whose ConversionJobs were canceled.',
  skipped: 'Objects that were found so far and left out because of suffixes.',
} as const;

/** The numbers of a batch, with a sentence for each. */
export const documentCounts = <S>(count: (description: string) => S): { readonly [K in keyof typeof DOCUMENTS]: S } =>
  Object.fromEntries(Object.entries(DOCUMENTS).map(([name, description]) => [name, count(description)])) as {
    readonly [K in keyof typeof DOCUMENTS]: S;
  };

export const BATCH_STATUS_SCHEMA = object('The observed state of the batch. Only the controller writes it.', {
  state: choice('The state of the batch. completed means that each document has been converted or has failed.', [
    ...BATCH_STATES,
  ] as typeof BATCH_STATES),
  message: text('Human-readable progress, such as `180 of 4200 documents, 2 failed`.', 4096),
  listed: flag('True once all objects of the source have been found.'),
  cursor: text('The key of the last object that was looked at, in the order of the listing.', 1024),
  documents: object('Numbers of documents.', documentCounts(integer)),
  pages: integer('Pages that were converted.'),
  credits: object('The credits of all jobs that have ended.', {
    settled: integer('Credits charged.'),
  }),
  failures: list(
    'The last documents that were not converted.',
    SHOWN_FAILURES,
    object(
      'A document that was not converted.',
      {
        key: text('The key of the object.', 1024),
        jobName: text('The ConversionJob. Not set if none was created.', 253),
        errorCode: text('Why, as a stable machine-readable code.', 64),
        error: text('Why, as a message.', 1024),
      },
      'key',
      'errorCode',
      'error',
    ),
  ),
  failureList: text(
    'The object with all failures as JSON Lines. Set once the batch has ended, if there are any.',
    2048,
  ),
  startedAt: time('When the batch started.'),
  finishedAt: time('When the batch ended.'),
  observedGeneration: integer('The generation of the resource that the status describes.'),
  conditions: conditions(
    'An observation of one aspect of the batch.',
    'Reconciling, Suspended and Stalled say how the batch is going; Complete and Canceled say how it ended.',
    ['Reconciling', 'Suspended', 'Stalled', 'Complete', 'Canceled'],
  ),
});
