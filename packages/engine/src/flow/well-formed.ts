/**
 * Half of a surrogate pair, which texts in UTF-16 hold by mistake, has no form in UTF-8 and becomes the replacement
 * character, as it does when the Markdown is written: so all outputs say the same.
 */
export function wellFormed<T>(value: T): T {
  if (isWellFormed(value)) return value;
  if (typeof value === 'string') return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, wellFormed(part)])) as T;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  // `Object.values` would make a list for each part of each cell of a large table.
  if (Array.isArray(value)) {
    for (const part of value) if (!isWellFormed(part)) return false;
  } else for (const key in value) if (!isWellFormed(value[key as keyof typeof value])) return false;
  return true;
}
