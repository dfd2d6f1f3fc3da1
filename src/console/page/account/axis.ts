/** Round numbers from 0 to at least the most. */
export function ticksFor(most: number): number[] {
  const rough = Math.max(most, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!,
  );
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / whole) + 1 }, (_, at) => at * whole);
}
