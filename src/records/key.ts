declare const shape: unique symbol;

/** The key of a JSON object of type `T`: what is read or written under it has that type. A string at run time. */
export type Key<T> = string & { readonly [shape]: T };

/** The beginning of the keys of JSON objects of type `T`, and of no others. */
export type Prefix<T> = string & { readonly [shape]: readonly T[] };

export const key = <T>(text: string): Key<T> => text as Key<T>;
export const prefix = <T>(text: string): Prefix<T> => text as Prefix<T>;
