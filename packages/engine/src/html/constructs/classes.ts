import type { XmlElement } from '../../xml/element.ts';

/** Whether an element has one of the classes that a pattern names; the pattern need not care for what is around. */
export function hasClass({ attributes }: XmlElement, names: RegExp): boolean {
  const classes = attributes['class'];
  return classes !== undefined && classes.split(/\s+/, 50).some((name) => names.test(name));
}
