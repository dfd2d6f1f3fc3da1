/** A size that was measured, with how many letters have it. */
export interface MeasuredSize {
  readonly size: number;
  readonly letters: number;
}

/**
 * Sizes that differ by less than an error of reading become one: in order of size, one joins the group below while it
 * is no more than `tolerance` (a share) above the group's mean, weighted by letters.
 */
export function commonSizes(measured: readonly MeasuredSize[], tolerance: number): number[] {
  const order = measured.map((_, index) => index).sort((a, b) => measured[a]!.size - measured[b]!.size);
  const common: number[] = Array.from({ length: measured.length }, () => 0);
  let group: number[] = [];
  let sum = 0;
  let weight = 0;
  const close = (): void => {
    for (const index of group) common[index] = sum / weight;
    group = [];
    sum = 0;
    weight = 0;
  };
  for (const index of order) {
    const { size, letters } = measured[index]!;
    if (group.length > 0 && size > (sum / weight) * (1 + tolerance)) close();
    group.push(index);
    sum += size * Math.max(1, letters);
    weight += Math.max(1, letters);
  }
  if (group.length > 0) close();
  return common;
}
