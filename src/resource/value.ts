/**
 * The values that a schema accepts, for the part of JSON Schema (2020-12) that is used here: the one declaration of a
 * field is its schema, and its type comes from it (docs/decisions/066-one-declaration.md).
 */
export type Value<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly oneOf: readonly (infer O)[] }
      ? Value<O>
      : S extends { readonly items: infer I }
        ? readonly Value<I>[]
        : S extends { readonly properties: infer P; readonly required: readonly (infer R)[] }
          ? Simple<{ readonly [K in keyof P & R]: Value<P[K]> } & { readonly [K in Exclude<keyof P, R>]?: Value<P[K]> }>
          : S extends { readonly additionalProperties: { readonly type: infer T } }
            ? Readonly<Record<string, Plain<T>>>
            : S extends { readonly type: infer T }
              ? Plain<T>
              : unknown;

/** The schema of a field of a table (`Field`), as far as its type comes from it. */
export type FieldSchema<F> = F extends { readonly enum: infer E }
  ? { readonly type: 'string'; readonly enum: E }
  : F extends { readonly type: infer T }
    ? { readonly type: T extends 'time' ? 'string' : T }
    : never;

/** The value once defaults are filled in, as requests are when they reach their operation. */
export type Filled<S> = Simple<
  Value<S> &
    (S extends { readonly properties: infer P }
      ? { readonly [K in keyof P as HasDefault<P[K]> extends true ? K : never]: Value<P[K]> }
      : unknown)
>;
/** The value where what is left out may also be undefined: JSON has neither. */
export type Loose<T> = { readonly [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

type HasDefault<S> = S extends { readonly default: unknown } ? true : false;

/** By the name of a type, or of several. */
type Plain<T> = T extends 'string' | 'time'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends readonly (infer E)[]
          ? Plain<E>
          : unknown;

type Simple<T> = { [K in keyof T]: T[K] };
