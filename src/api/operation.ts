import type { ApiKey, Scope } from '../records/types.ts';
import type { ApiDeps, RateLimit } from './deps.ts';
import type { Accepted, BodyName, QueryName } from './schema/all.ts';

/** One authenticated, validated request, with defaults filled in. */
export interface Call<Body = unknown, Options = unknown> {
  readonly credential: Pick<ApiKey, 'id' | 'workspace'>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The optional query parameters, as their schema types them. */
  readonly options: Options;
  readonly body: Body;
  /** From the header or the body. */
  readonly idempotencyKey?: string;
  /** Aborts when the client has gone away. */
  readonly gone: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Names of the schemas of an operation's responses, by status; the errors that every operation has are added. */
export type Responses = Readonly<
  Record<
    number,
    {
      readonly description: string;
      /** Not set for an answer without a body. */
      readonly schema?: BodyName;
      /** An example, where that of the schema does not fit the status. */
      readonly example?: unknown;
    }
  >
>;

/**
 * One operation of the interface: what the router mounts, what checks a request, and what the OpenAPI document says of
 * it.
 */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: 'get' | 'post' | 'delete';
  /** Below the base address, with parameters as `:name`. */
  readonly path: string;
  /** Where it was before; it still answers there. */
  readonly formerPath?: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly idempotent: boolean;
  readonly params: Readonly<Record<string, string>>;
  /** Required query parameters and what they are. */
  readonly query?: Readonly<Record<string, string>>;
  /** Name of the schema of the optional query parameters. */
  readonly options?: QueryName;
  /** Name of the request body's schema. */
  readonly body?: { readonly schema: BodyName; readonly required: boolean };
  readonly responses: Responses;
  /** How often a workspace may call it, where this costs more than a look-up. */
  readonly rate?: RateLimit;
  handle(deps: ApiDeps, call: Call): Promise<Reply>;
}

/** Passed to an operation that has no body, or no optional query parameters. */
type Given<N> = N extends BodyName | QueryName ? Accepted<N> : undefined;

/** An operation whose request has the types of its schemas: `mount` checks it by them. */
export const operation = <B extends BodyName | undefined = undefined, Q extends QueryName | undefined = undefined>(
  described: Omit<Operation, 'body' | 'options' | 'handle'> & {
    readonly body?: { readonly schema: B; readonly required: boolean };
    readonly options?: Q;
    handle(deps: ApiDeps, call: Call<Given<B>, Given<Q>>): Promise<Reply>;
  },
): Operation => described as Operation;
