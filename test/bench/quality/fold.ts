/** The fold of cross-validation that a repository is in, of so many. */
export function foldOf(group: string, folds: number): number {
  let sum = 7;
  for (const sign of group) sum = (sum * 31 + sign.codePointAt(0)!) % 100_003;
  return sum % folds;
}
