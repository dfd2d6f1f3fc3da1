/** An empty code hides nothing, as `;;;` does: some programs write it for General. */
export function isGeneral(code: string): boolean {
  return code === '' || code === 'General';
}

/** Excel shows 11 characters of a General number in a cell; 15 digits are what it stores. */
export function general(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(15))).replace(
    /e([+-])(\d+)$/,
    (_, sign: string, power: string) => `E${sign}${power.padStart(2, '0')}`,
  );
}
