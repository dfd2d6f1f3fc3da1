import type { JobState } from './choices.ts';
import type { REQUEST_FIELDS } from './fields.ts';
import type { SPEC_SCHEMA, STATUS_SCHEMA } from './schema.ts';
import type { Value } from './value.ts';

/**
 * The custom resource `conversionjobs.scriptorium.dev/v1alpha1`. The API (or a user with kubectl) writes `spec`, the
 * controller `status`.
 */
export interface ConversionJob {
  readonly apiVersion: 'scriptorium.dev/v1alpha1';
  readonly kind: 'ConversionJob';
  readonly metadata: ObjectMeta;
  readonly spec: ConversionJobSpec;
  readonly status?: ConversionJobStatus;
}

export interface ObjectMeta {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** RFC 3339. */
  readonly creationTimestamp: string;
  readonly generation: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly deletionTimestamp?: string;
}

type RequestField<N extends keyof typeof REQUEST_FIELDS> = Value<(typeof REQUEST_FIELDS)[N]>;

export interface DocumentSource {
  readonly type: 'document';
  readonly documentId: RequestField<'documentId'>;
}

export interface ExternalSource {
  readonly type: 'external';
  readonly fileUrl: RequestField<'fileUrl'>;
  readonly fileName?: RequestField<'fileName'>;
}

export type Source = DocumentSource | ExternalSource;

/** `spec`. Its source is one of two kinds, as a rule of the schema says. */
export type ConversionJobSpec = Omit<Value<typeof SPEC_SCHEMA>, 'source'> & { readonly source: Source };

/** Names a key of a Secret in the namespace of the job. */
export type PasswordSecretRef = NonNullable<ConversionJobSpec['passwordSecretRef']>;

/** Natural units of one job; the interface's Usage. */
export type Usage = NonNullable<ConversionJobStatus['usage']>;

/** The facts that the probe found in the input. `sha256` is 64 hex digits. */
export interface SourceFacts {
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly pages: number;
  /** True when ranges should be small and start with native code (OCR is likely). */
  readonly scanned: boolean;
  /** True when the format can be cut into ranges. */
  readonly ranged: boolean;
  /** True when reading needs native code from the start. */
  readonly native: boolean;
}

export type Condition = NonNullable<ConversionJobStatus['conditions']>[number];

/** `status`. Nobody writes one without a state. */
export type ConversionJobStatus = Value<typeof STATUS_SCHEMA> & { readonly state: JobState };

/** When a resource was made, in the form of all our times: Kubernetes writes whole seconds without a fraction. */
export const createdAtOf = ({ creationTimestamp }: Pick<ObjectMeta, 'creationTimestamp'>): string =>
  creationTimestamp.replace(/(\.\d+)?Z$/, '.000Z');
