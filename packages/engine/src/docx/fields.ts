import type { Inline, TextInline } from '../document.ts';
import { plainText } from '../flow/inlines.ts';
import type { XmlElement } from '../xml/element.ts';
import { readEquation } from './eq-field.ts';
import { formCheckBox, formValue } from './form-value.ts';
import { symbolText } from './symbols.ts';

/** A complex field that is open (ECMA-376 part 1, 17.16.18): an instruction until `separate`, a result until `end`. */
export interface Field {
  instruction: string;
  inResult: boolean;
  /** Content before its result. */
  from: number;
  /** The text that it shows if it has no result. */
  readonly value: string;
}

type Look = Omit<TextInline, 'kind' | 'text'>;

/** Takes a mark of a field: its begin, the separator before its result, or its end. */
export function readFieldMark(mark: XmlElement, look: Look, fields: Field[], inlines: Inline[]): void {
  const box = formCheckBox(mark);
  if (box !== undefined) inlines.push({ kind: 'text', text: box });
  const type = mark.attributes['w:fldCharType'];
  const open = fields.at(-1);
  if (type === 'begin') fields.push({ instruction: '', inResult: false, from: inlines.length, value: formValue(mark) });
  else if (type === 'separate' && open) {
    open.inResult = true;
    open.from = inlines.length;
  } else if (type === 'end' && open) {
    fields.pop();
    // The result of a field inside the instruction of another is a part of that instruction.
    if (fields.some(({ inResult }) => !inResult)) return;
    if (!hasResult(inlines.slice(open.from))) inlines.push(...shownByInstruction(open, look));
  }
}

function hasResult(inlines: readonly Inline[]): boolean {
  return inlines.some((inline) => inline.kind !== 'text') || plainText(inlines).trim() !== '';
}

/** Fields of which Word stores no result: formulas, symbols, buttons, and the values of forms. */
function shownByInstruction({ instruction, value, inResult }: Field, look: Look): Inline[] {
  const text = (shown: string): Inline[] => (shown === '' ? [] : [{ kind: 'text', text: shown, ...look }]);
  const [, name = '', rest = ''] = /^\s*(\w+)\s*([\s\S]*)$/.exec(instruction) ?? [];
  switch (name.toUpperCase()) {
    case 'EQ':
      return readEquation(instruction);
    case 'SYMBOL':
      return text(symbolOf(rest));
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return text(rest.replace(/^\S+\s*/, '').trim());
    case 'FORMTEXT':
      // A result without characters is a field that was cleared.
      return text(inResult ? '' : value);
    default:
      return text(value);
  }
}

/** `183 \f "Symbol"`: a code of a font, decimal or hexadecimal. */
function symbolOf(rest: string): string {
  const [, hex, decimal] = /^\s*(?:0x([0-9a-f]+)|(\d+))/i.exec(rest) ?? [];
  const code = hex ?? (decimal === undefined ? '' : Number(decimal).toString(16));
  return symbolText(/\\f\s*"?([^"\\]+)"?/i.exec(rest)?.[1]?.trim() ?? '', code);
}

/** The address of the HYPERLINK field whose result is being read. */
export function fieldLink(fields: readonly Field[]): Look {
  for (const { instruction, inResult } of fields) {
    const target = inResult ? /^\s*HYPERLINK\s+(?!\\l)"([^"]+)"/i.exec(instruction)?.[1] : undefined;
    if (target !== undefined) return { href: target };
  }
  return {};
}
