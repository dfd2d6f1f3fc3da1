import { childrenOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/** The texts of the controls in a document's forms (ODF 1.3 part 3, 13), by the id that draw:control refers to. */
export function readForms(forms: XmlElement, controls: Map<string, string>): void {
  for (const element of elementsOf(forms)) {
    const id = element.attributes['xml:id'] ?? element.attributes['form:id'];
    const value = READERS[element.name]?.(element);
    if (id !== undefined && value !== undefined) controls.set(id, value);
    else readForms(element, controls);
  }
}

type Reader = (element: XmlElement) => string;

const current: Reader = ({ attributes }) => attributes['form:current-value'] ?? attributes['form:value'] ?? '';
const labelled =
  (mark: Reader): Reader =>
  (element) =>
    `${mark(element)} ${element.attributes['form:label'] ?? ''}`.trim();

const READERS: Readonly<Record<string, Reader>> = {
  'form:text': current,
  'form:textarea': current,
  'form:formatted-text': current,
  'form:number': current,
  'form:date': current,
  'form:time': current,
  'form:combobox': current,
  'form:fixed-text': ({ attributes }) => attributes['form:label'] ?? '',
  'form:checkbox': labelled(({ attributes }) =>
    (attributes['form:current-state'] ?? attributes['form:state']) === 'checked' ? '☒' : '☐',
  ),
  'form:radio': labelled(({ attributes }) =>
    (attributes['form:current-selected'] ?? attributes['form:selected']) === 'true' ? '☒' : '☐',
  ),
  'form:listbox': (element) =>
    childrenOf(element, 'form:option')
      .filter(({ attributes }) => (attributes['form:current-selected'] ?? attributes['form:selected']) === 'true')
      .map(({ attributes }) => attributes['form:label'] ?? attributes['form:value'] ?? '')
      .join(', '),
};
