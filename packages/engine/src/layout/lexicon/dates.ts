/** A line that is nothing but a date: `18 April 2014`, `18.04.2014`, `Berlin 1 May 2020`, `April 18, 2014`. */
export const DATE =
  /^(?:\p{L}+\s+)?\d{1,2}(?:st|nd|rd|th)?[\s./-]+(?:\p{L}+|\d{1,2})[\s.,/-]+\d{2,4}$|^\p{L}+\s+\d{1,2},\s*\d{4}$/u;
