const MOST = Number.MAX_SAFE_INTEGER;

/** Credits are whole and never negative; anything else is a bug of ours and changes nothing. */
export function checkCredits(credits: number): number {
  if (!Number.isSafeInteger(credits) || credits < 0 || credits > MOST)
    throw new RangeError(`invalid amount of credits: ${credits}`);
  return credits;
}
