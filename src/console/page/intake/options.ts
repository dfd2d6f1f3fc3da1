import { make } from '../dom.ts';

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

/** The options of the documents that are started next. */
export interface OptionForm {
  readonly element: HTMLElement;
  /** Those that differ from their defaults, as `/convert` takes them. */
  read(): Record<string, string>;
  /** Hides what is of no use where nothing is priced. */
  priced(is: boolean): void;
}

export function optionForm(): OptionForm {
  const first = make('input', {
    name: 'startPage',
    type: 'number',
    min: '1',
    ariaLabel: 'First page',
    placeholder: 'First',
  });
  const last = make('input', {
    name: 'endPage',
    type: 'number',
    min: '1',
    ariaLabel: 'Last page',
    placeholder: 'Last',
  });
  const languages = make('input', { name: 'ocrLanguages', type: 'text', placeholder: 'All that are installed' });
  const choices = CHOICES.map(({ name, label, values }) => {
    const options = values.map(([value, text]) => make('option', { value }, text));
    return make('label', {}, make('span', {}, label), make('select', { name }, ...options));
  });
  const checks = CHECKS.map(([name, label]) =>
    make('label', { className: 'check' }, make('input', { type: 'checkbox', name }), label),
  );
  const fields = make(
    'div',
    { className: 'fields' },
    make(
      'div',
      { className: 'field' },
      make('span', {}, 'Pages'),
      make('span', { className: 'range' }, first, '–', last),
    ),
    ...choices,
    make('label', {}, make('span', {}, 'OCR languages'), languages),
    ...checks,
  );
  const summary = make('summary', {}, 'Options');
  const element = make('details', { id: 'options' }, summary, fields);
  const read = (): Record<string, string> => {
    const chosen: Record<string, string> = {};
    for (const field of fields.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
      const checked = field instanceof HTMLInputElement && field.type === 'checkbox';
      if (checked ? field.checked : field.value !== '') chosen[field.name] = checked ? 'true' : field.value;
    }
    return chosen;
  };
  fields.addEventListener('change', () => {
    const count = Object.keys(read()).length;
    summary.textContent = count > 0 ? `Options (${count} changed)` : 'Options';
  });
  return {
    element,
    read,
    priced: (is) => {
      checks.at(-1)!.hidden = !is;
    },
  };
}
