import { elementsOf, textOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { hasOtherOptions } from './constructs/form-values.ts';
import { isHidden } from './inline.ts';

/** True if a browser does not show some words of a tree. */
export function hasHiddenText(element: XmlElement): boolean {
  return isHidden(element) ? /[\p{L}\p{N}]/u.test(textOf(element)) : elementsOf(element).some(hasHiddenText);
}

/** True if a menu of a tree offers more than what is chosen in it. */
export function hasUnchosenOptions(element: XmlElement): boolean {
  if (isHidden(element)) return false;
  return element.name === 'select' ? hasOtherOptions(element) : elementsOf(element).some(hasUnchosenOptions);
}
