import type { ApiKey, Scope } from '../records/types.ts';
import type { ApiDeps, RateLimit } from './deps.ts';

/** One authenticated, validated request. `Body` is what the operation's schema says, with defaults filled in. */
export interface Call<Body = unknown> {
  readonly credential: Pick<ApiKey, 'id' | 'workspace'>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The optional query parameters, as their schema types them. */
  readonly options?: unknown;
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
      readonly schema?: string;
      /** What it looks like, where the example of the schema does not fit the status. */
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
  readonly options?: string;
  /** Name of the request body's schema. */
  readonly body?: { readonly schema: string; readonly required: boolean };
  readonly responses: Responses;
  /** How often a workspace may call it, where this costs more than a look-up. */
  readonly rate?: RateLimit;
  handle(deps: ApiDeps, call: Call): Promise<Reply>;
}
