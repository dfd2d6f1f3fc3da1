/**
 * A generated type of `@kubernetes/client-node` as it is read: nothing is changed in place, and times are text in what
 * is watched and `Date`s in what the typed clients answer.
 */
export type Wire<T> = T extends Date
  ? string | Date
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Wire<T[Name]> }
      : T;

/** Milliseconds; of now for a time that is missing. */
export const millisecondsOf = (time: string | Date | undefined): number =>
  time === undefined ? Date.now() : new Date(time).getTime();
