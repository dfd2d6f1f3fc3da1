/** Seeds whose documents once broke something; `mutant(name, seed)` makes them again. */
export const SEEDS: Readonly<Record<string, readonly number[]>> = {
  // An opening bracket far before a link that was escaped.
  'a.epub': [1348630327],
  'a.txt': [1348632660],
};
