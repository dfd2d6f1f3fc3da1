/** A generated type of `@kubernetes/client-node` as it is in JSON: times are text, and nothing is changed in place. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Wire<T[Name]> }
      : T;

/** A MicroTime: six digits of a second. */
export const microTime = (time: Date): string => time.toISOString().replace(/\.(\d{3})Z$/, '.$1000Z');
