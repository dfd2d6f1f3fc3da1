import type { Feature } from './heading-features.ts';

/**
 * Log odds that a block is a heading, by feature: a logistic regression over the tuning half of the quality corpus
 * (`node test/bench/quality/fit-headings.ts`; docs/decisions/009). The weights belong together: fit them anew rather than change one.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  size: 0.55, larger: 0.97, muchLarger: -0.11, smaller: -1.06, bold: 2.25, lighter: -0.04, caps: -0.12, color: -0.36,
  family: 0.72, italic: 0.75, boldLarger: -0.17, section: 0.7, decimal: 0.51, roman: 0.41, alpha: 0.27, bullet: -0.79,
  part: -0.03, apart: 1.1, columnTop: 0.59, nearerBelow: 0.7, tight: -0.72, oneLine: 0.07, manyLines: -0.41, centered: -0.18,
  colon: 0.22, stop: -0.6, question: 0.18, long: -0.71, veryLong: -0.31, oneWord: -0.32, usuallyProse: -0.78, usuallyShort: 0.8,
  betweenAlike: 0.08, beforeAlike: -1.16, afterAlike: -1.47, last: -0.2, first: 0.32, topEdge: -0.06, bottomEdge: -0.02, beforeTable: -0.03,
  beforeProse: 0.48, beforeItem: 0.02, beforeCaption: -0.19, afterItem: 0.14, known: 4, digits: -0.04, titled: 0.9, wide: -0.8,
  inset: -0.72, largerThanNext: 1.22, largerThanBefore: 1, numberAtEnd: -0.16, authors: -0.42, subsection: 0.47, smallEdge: -0.14, keyed: -1,
  capsLabel: 1.2, title: 1, runIn: -0.5,
};

export const BIAS = -2.68;
