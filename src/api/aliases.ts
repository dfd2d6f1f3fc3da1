import { invalidRequest } from './problem.ts';

/** The one value of a field and its alias; both given and different: 400. */
export function oneOfBoth<T extends string | boolean>(
  a: T | undefined,
  b: T | undefined,
  names: string,
): T | undefined {
  if (a !== undefined && b !== undefined && a !== b)
    throw invalidRequest(`${names} are both set but have different values.`);
  return a ?? b;
}
