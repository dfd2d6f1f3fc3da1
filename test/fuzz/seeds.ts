/** Seeds whose documents once broke something; `mutant(name, seed)` makes them again. */
export const SEEDS: Readonly<Record<string, readonly number[]>> = {
  // An opening bracket far before a link that was escaped.
  'a.epub': [1348630327],
  'a.txt': [1348632660],
  // Read as Markdown, since its first line is broken.
  'a.eml': [1348627268],
  'a.rss': [1348627199],
};
