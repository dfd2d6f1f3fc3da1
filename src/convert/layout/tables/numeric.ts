const NUMERIC = /^[-–—+−±~<>≤≥($€£¥(]*\s?[-–—−(]?\d[\d\s.,:/%°()×x*+–−±e-]*[%)*†‡a-z]{0,3}$/i;
/** What stands for a number that is missing. */
const EMPTY_MARK = /^[-–—−.…·*]+$|^n\/?a$/i;
/** A number with its unit. */
const MEASURE = /^[<>~±≤≥]?\d[\d.,]*\s?[^\s\d]{0,5}$/;

export const isNumeric = (text: string): boolean => NUMERIC.test(text) || EMPTY_MARK.test(text);

export const isMeasure = (text: string): boolean => isNumeric(text) || MEASURE.test(text);
