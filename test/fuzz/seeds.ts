/** Seeds whose documents once broke something; `mutant(name, seed)` makes them again. */
export const SEEDS: Readonly<Record<string, readonly number[]>> = {};
