import { make } from '../dom.ts';
import { state, update, watch } from '../state.ts';

interface Choice {
  readonly name: string;
  readonly label: string;
  /** Values with their names; the first one is the default and is not sent. */
  readonly values: readonly (readonly [string, string])[];
}

const CHOICES: readonly Choice[] = [
  {
    name: 'ocr',
    label: 'OCR',
    values: [
      ['', 'Pages that need it'],
      ['force', 'All pages'],
      ['off', 'No page'],
    ],
  },
  {
    name: 'emphasis',
    label: 'Bold and italic',
    values: [
      ['', 'Keep'],
      ['false', 'Leave out'],
    ],
  },
];
const CHECKS: readonly (readonly [name: string, label: string])[] = [
  ['includeImages', 'Include images'],
  ['pageMarkers', 'Mark where pages begin'],
  ['allowPartial', 'Convert only the pages that the credits cover'],
];
/** Of no use where nothing is priced. */
const PRICED: ReadonlySet<string> = new Set(['allowPartial']);

/** The form of the options of the documents that are started next. The state has those that are no defaults. */
export function optionForm(): HTMLElement {
  const checks = CHECKS.map(([name, label]) => checkBox(name, label));
  const fields = make('div', { className: 'fields' }, pageRange(), ...CHOICES.map(choice), languages(), ...checks);
  const summary = make('summary', {}, 'Options');
  fields.addEventListener('input', () => {
    const options = readFields(fields);
    const count = Object.keys(options).length;
    summary.textContent = count > 0 ? `Options (${count} changed)` : 'Options';
    update({ options });
  });
  const showPriced = (): void => {
    for (const box of fields.querySelectorAll<HTMLElement>('.priced'))
      box.hidden = state().session?.credits === undefined;
  };
  watch(['session'], showPriced);
  showPriced();
  return make('details', { id: 'options' }, summary, fields);
}

function pageRange(): HTMLElement {
  const number = (name: string, ariaLabel: string, placeholder: string): HTMLElement =>
    make('input', { name, type: 'number', min: '1', ariaLabel, placeholder });
  const range = [number('startPage', 'First page', 'First'), '–', number('endPage', 'Last page', 'Last')];
  return make('div', { className: 'field' }, make('span', {}, 'Pages'), make('span', { className: 'range' }, ...range));
}

function choice({ name, label, values }: Choice): HTMLElement {
  const options = values.map(([value, text]) => make('option', { value }, text));
  return make('label', {}, make('span', {}, label), make('select', { name }, ...options));
}

const languages = (): HTMLElement =>
  make(
    'label',
    {},
    make('span', {}, 'OCR languages'),
    make('input', { name: 'ocrLanguages', type: 'text', placeholder: 'All that are installed' }),
  );

function checkBox(name: string, label: string): HTMLElement {
  const isPriced = PRICED.has(name);
  const className = isPriced ? 'check priced' : 'check';
  return make('label', { className }, make('input', { type: 'checkbox', name }), label);
}

function readFields(fields: HTMLElement): Record<string, string> {
  const options: Record<string, string> = {};
  for (const field of fields.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    const isBox = field instanceof HTMLInputElement && field.type === 'checkbox';
    if (isBox ? field.checked : field.value !== '') options[field.name] = isBox ? 'true' : field.value;
  }
  return options;
}
