const TIME = /^\d{1,2}[:.h]\d{2}(?: ?[ap]\.?m\.?)?(?: ?[-–—] ?\d{1,2}[:.h]\d{2}(?: ?[ap]\.?m\.?)?)?$/iu;

/** Fewest rows of a schedule. */
const LEAST_ROWS = 3;

/** Times of day in the first of some columns. */
export const isSchedule = ([first, ...more]: readonly (readonly string[])[]): boolean =>
  more.length >= 2 && first!.length >= LEAST_ROWS && first!.every((text) => TIME.test(text));
