import type { RawWidget } from '../layout/model/raw-page.ts';
import type { Core, CoreCatalog, CoreDict } from '../../../pdf-core/src/types.ts';

/** Names of objects that stand for pages are followed up to here in the field tree. */
const MAX_DEPTH = 20;
/** Most options of a choice field, and most values, that are read. */
const MAX_OPTIONS = 5000;

/** Field flags (ISO 32000-2, tables 227, 229, 231 and 233). */
const FLAG = {
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  push: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
} as const;

/** A form field as one of its widgets shows it. */
export interface Field extends Pick<RawWidget, 'name' | 'kind' | 'value' | 'checked'> {
  /** Its value takes as many lines as it needs. */
  readonly multiline?: true;
  /** Size of its letters in points, where it states one. */
  readonly size?: number;
  /**
   * When its value is written rather than what its appearance draws: always, or where that draws nothing or something
   * else.
   */
  readonly byValue?: 'always' | 'if-other' | 'if-empty';
}

/** Whether viewers build the appearances of all fields from their values (ISO 32000-2, 12.7.3, NeedAppearances). */
export const needsAppearances = ({ acroForm }: CoreCatalog): boolean => acroForm?.get('NeedAppearances') === true;

/** Reads the field of a widget; undefined if it has none. `isStale`: viewers rebuild its appearance. */
export function readField(core: Core, dict: CoreDict, isStale: boolean): Field | undefined {
  const flags = inherited(core, dict, 'Ff');
  const widget: FieldWidget = {
    core,
    dict,
    isStale,
    name: fieldName(core, dict),
    value: inherited(core, dict, 'V'),
    flags: typeof flags === 'number' ? flags : 0,
    look: { ...sizeOf(inherited(core, dict, 'DA')), byValue: isStale ? 'if-other' : 'if-empty' },
  };
  switch (nameOf(core, inherited(core, dict, 'FT')) ?? '') {
    case 'Tx':
      return readText(widget);
    case 'Ch':
      return readChoice(widget);
    case 'Btn':
      return readButton(widget);
    case 'Sig':
      return { name: widget.name, kind: 'signature', ...valued([signerOf(core, widget.value)]), ...widget.look };
    default:
      return undefined;
  }
}

interface FieldWidget {
  readonly core: Core;
  readonly dict: CoreDict;
  readonly isStale: boolean;
  readonly name: string;
  readonly value: unknown;
  readonly flags: number;
  readonly look: Pick<Field, 'size' | 'byValue'>;
}

function readText({ core, name, value, flags, look }: FieldWidget): Field {
  if ((flags & FLAG.password) !== 0) return { name, kind: 'text' };
  const text = { name, kind: 'text', ...valued([textOf(core, value)]), ...look } as const;
  if ((flags & FLAG.comb) !== 0) return { ...text, byValue: 'always' };
  return (flags & FLAG.multiline) === 0 ? text : { ...text, multiline: true };
}

function readChoice({ core, dict, name, value, flags, look }: FieldWidget): Field {
  const choice = { name, kind: 'choice', ...valued(chosenOf(core, dict, value)), ...look } as const;
  // the appearance of a list shows all of its options
  return (flags & FLAG.combo) === 0 ? { ...choice, byValue: 'always' } : choice;
}

function readButton({ core, dict, isStale, name, value, flags }: FieldWidget): Field {
  if ((flags & FLAG.push) !== 0) return { name, kind: 'button' };
  const kind = (flags & FLAG.radio) === 0 ? 'checkbox' : 'radio';
  return { name, kind, checked: isChecked(core, dict, value, isStale) };
}

const valued = (texts: readonly string[]): { value?: string } => {
  const value = texts.filter((text) => text !== '').join(', ');
  return value === '' ? {} : { value };
};

function textOf(core: Core, value: unknown): string {
  if (typeof value === 'string') return core.stringToPDFString(value);
  if (value instanceof core.BaseStream) return core.stringToPDFString(Buffer.from(value.getBytes()).toString('latin1'));
  return value instanceof core.Name ? value.name : '';
}

/**
 * The texts that a choice field shows for its values: of an option that is a pair, the second (ISO 32000-2, 12.7.5.4).
 */
function chosenOf(core: Core, dict: CoreDict, value: unknown): string[] {
  const options = inheritedArray(core, dict, 'Opt');
  const shown = new Map<string, string>();
  for (const option of options.slice(0, MAX_OPTIONS)) {
    if (!Array.isArray(option)) continue;
    const [exported, text] = option.map((each: unknown) => textOf(core, dict.xref?.fetchIfRef(each) ?? each));
    if (exported !== undefined && text !== undefined) shown.set(exported, text);
  }
  const values = Array.isArray(value) ? inheritedArray(core, dict, 'V') : [value];
  return values.slice(0, MAX_OPTIONS).map((each) => {
    const text = textOf(core, each);
    return shown.get(text) ?? text;
  });
}

/**
 * The state of a check box or radio button: what its widget shows (AS), or, where that is missing or stale, whether
 * the value of the field is the state that the widget has besides `Off`.
 */
function isChecked(core: Core, dict: CoreDict, value: unknown, isStale: boolean): boolean {
  const shown = nameOf(core, dict.get('AS'));
  const set = textOf(core, value);
  if (shown !== undefined && !(isStale && set !== '')) return shown !== 'Off';
  const states = statesOf(core, dict);
  if (states.length === 0) return shown === undefined ? set !== '' && set !== 'Off' : shown !== 'Off';
  return set !== 'Off' && states.includes(set);
}

function statesOf(core: Core, dict: CoreDict): string[] {
  const appearances = dict.get('AP');
  const normal = appearances instanceof core.Dict ? appearances.get('N') : undefined;
  return normal instanceof core.Dict ? [...normal.getKeys()].filter((state) => state !== 'Off') : [];
}

/** Who signed, and when, as the signature states it. */
function signerOf(core: Core, value: unknown): string {
  if (!(value instanceof core.Dict)) return '';
  const name = textOf(core, value.get('Name'));
  const date = /^D:(\d{4})(\d{2})(\d{2})/.exec(textOf(core, value.get('M')));
  return [name, date ? date.slice(1).join('-') : ''].filter(Boolean).join(', ');
}

/** The text of a free text annotation that viewers draw by its contents (ISO 32000-2, 12.5.6.6). */
export function readFreeText(core: Core, dict: CoreDict): Field | undefined {
  const text = textOf(core, dict.get('Contents'))?.trim() ?? '';
  if (text === '') return undefined;
  return { name: '', kind: 'text', value: text, multiline: true, byValue: 'if-empty', ...sizeOf(dict.get('DA')) };
}

/** The size in a default appearance such as `/Helv 12 Tf`; 0 leaves it to the viewer. */
function sizeOf(appearance: unknown): { size?: number } {
  const found = typeof appearance === 'string' ? /([\d.]+)\s+Tf\b/.exec(appearance) : null;
  const size = Number(found?.[1] ?? 0);
  return size > 0 && size < 100 ? { size } : {};
}

function holderOf(core: Core, dict: CoreDict, key: string): CoreDict | undefined {
  let at: unknown = dict;
  for (let depth = 0; at instanceof core.Dict && depth < MAX_DEPTH; depth++) {
    if (at.get(key) !== undefined) return at;
    at = at.get('Parent');
  }
  return undefined;
}

const inherited = (core: Core, dict: CoreDict, key: string): unknown => holderOf(core, dict, key)?.get(key);

function inheritedArray(core: Core, dict: CoreDict, key: string): readonly unknown[] {
  const found = holderOf(core, dict, key)?.getArray(key);
  return Array.isArray(found) ? found : [];
}

function fieldName(core: Core, dict: CoreDict): string {
  const names: string[] = [];
  let at: unknown = dict;
  for (let depth = 0; at instanceof core.Dict && depth < MAX_DEPTH; depth++) {
    const name = at.get('T');
    if (typeof name === 'string') names.unshift(core.stringToPDFString(name));
    at = at.get('Parent');
  }
  return names.join('.');
}

const nameOf = (core: Core, value: unknown): string | undefined =>
  value instanceof core.Name ? value.name : undefined;
