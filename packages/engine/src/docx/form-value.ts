import { childOf, childrenOf, findFirst } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/**
 * The value that a legacy form field shows by its properties, w:ffData (ECMA-376 part 1, 17.16.17): the box of a check
 * box, and the chosen entry or the default text where a field has no result.
 */
export function formValue(mark: XmlElement): string {
  const data = childOf(mark, 'w:ffData');
  const list = childOf(data, 'w:ddList');
  if (list) {
    const chosen = Number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default') ?? 0) || 0;
    return childrenOf(list, 'w:listEntry')[chosen]?.attributes['w:val'] ?? '';
  }
  return valueOf(childOf(data, 'w:textInput'), 'w:default') ?? '';
}

/** ☒ or ☐ for the check box of a form field; undefined for other fields. */
export function formCheckBox(mark: XmlElement): string | undefined {
  const box = findFirst(mark, 'w:checkBox');
  if (!box) return undefined;
  const state = childOf(box, 'w:checked') ?? childOf(box, 'w:default');
  return state !== undefined && !/^(?:0|false|off)$/.test(state.attributes['w:val'] ?? '1') ? '☒' : '☐';
}

/**
 * The value that a content control without content shows by its properties: the chosen entry of a list, or a date
 * (17.5.2).
 */
export function controlValue(control: XmlElement): string {
  const properties = childOf(control, 'w:sdtPr');
  const list = childOf(properties, 'w:dropDownList') ?? childOf(properties, 'w:comboBox');
  const last = list?.attributes['w:lastValue'];
  if (list && last !== undefined) {
    const entry = childrenOf(list, 'w:listItem').find(({ attributes }) => attributes['w:value'] === last);
    return entry?.attributes['w:displayText'] ?? last;
  }
  return /^\d{4}-\d\d-\d\d/.exec(childOf(properties, 'w:date')?.attributes['w:fullDate'] ?? '')?.[0] ?? '';
}

function valueOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.attributes['w:val'];
}
