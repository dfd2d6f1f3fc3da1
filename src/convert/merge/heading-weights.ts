import type { Feature } from './heading-features.ts';

/**
 * Log odds that a block is a heading, by feature: a logistic regression over the tuning half of the quality corpus
 * (`node test/bench/quality/fit-headings.ts`; docs/decisions/012). The weights belong together: fit them anew rather than change one.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  size: 0.45, larger: 0.93, muchLarger: -0.17, smaller: -1.09, bold: 1.97, lighter: -0.02, caps: -0.18, color: -0.15,
  family: 0.93, italic: 0.96, boldLarger: -0.33, section: 0.66, decimal: 0.47, roman: 0.41, alpha: 0.24, bullet: 0,
  part: 0.5, apart: 1.17, columnTop: 0.66, nearerBelow: 0.71, tight: -0.64, oneLine: -0.14, manyLines: -0.1, centered: 0.05,
  colon: 0.22, stop: -0.59, question: 0.27, long: -0.5, veryLong: -0.44, oneWord: -0.45, usuallyProse: -0.76, usuallyShort: 0.48,
  betweenAlike: 0.21, beforeAlike: -1.08, afterAlike: -1.42, last: -0.13, first: -0.05, topEdge: 0.15, bottomEdge: 0, beforeTable: -0.28,
  beforeProse: 0.65, beforeItem: 0.15, beforeCaption: -0.19, afterItem: 0.3, known: 5, digits: -0.29, titled: 1.14, wide: -0.71,
  inset: -0.53, largerThanNext: 0.97, largerThanBefore: 0.9, numberAtEnd: -0.07, authors: -0.48, subsection: 0.44, smallEdge: -0.18, keyed: -1,
  capsLabel: 1.2, title: 0.87, runIn: 0.03, named: 1, namedAlone: 1,
  lower: -0.46, contact: -1.13,
};

export const BIAS = -2.62;
