import type { Job } from '../client.ts';
import { make } from '../dom.ts';
import { icon } from '../icons.ts';
import { addressOf } from '../routes.ts';
import {
  detailOf,
  durationOf,
  familyOf,
  isDone,
  kindOf,
  labelOf,
  nameOf,
  pagesOf,
  timeText,
  warningsText,
} from './words.ts';

/** One row of the table. */
export interface Row {
  readonly element: HTMLTableRowElement;
  readonly box: HTMLInputElement;
  /** Shows the job as it is now; elements stay, so that focus does. */
  update(job: Job): void;
}

export function makeRow(id: string): Row {
  const box = make('input', { type: 'checkbox' });
  const link = make('a', { className: 'name', href: addressOf(id) });
  const detail = make('span', { className: 'detail' });
  const kind = make('span', { className: 'kind' });
  const chip = statusChip();
  const warnings = make('span', { className: 'warnings' });
  const time = make('time');
  const cells = {
    select: make('td', { className: 'select' }, make('label', {}, box)),
    name: make('td', { className: 'title' }, make('div', {}, link, detail)),
    kind: make('td', {}, kind),
    pages: make('td', { className: 'number' }),
    status: make('td', {}, chip.element),
    warnings: make('td', { className: 'number' }, warnings),
    created: make('td', {}, time),
    duration: make('td', { className: 'number' }),
    credits: make('td', { className: 'number' }),
  };
  for (const [name, cell] of Object.entries(cells)) cell.dataset['column'] = name;
  const element = make('tr', { data: { id } }, ...Object.values(cells));
  return {
    element,
    box,
    update(job) {
      const name = nameOf(job);
      element.dataset['status'] = job.status;
      box.ariaLabel = `Select ${name}`;
      setText(link, name);
      link.title = name;
      setText(detail, detailOf(job));
      detail.title = detailOf(job);
      setText(kind, kindOf(job));
      kind.dataset['family'] = familyOf(kindOf(job));
      setText(cells.pages, pagesOf(job));
      chip.update(job);
      const count = job.warningCount ?? 0;
      warnings.replaceChildren(...(count > 0 ? [icon('warning'), String(count)] : []));
      warnings.title = count > 0 ? warningsText(count) : '';
      time.dateTime = job.createdAt;
      time.title = new Date(job.createdAt).toLocaleString();
      setText(time, timeText(new Date(job.createdAt)));
      setText(cells.duration, durationOf(job));
      setText(cells.credits, job.credits === undefined ? '' : job.credits.toLocaleString());
    },
  };
}

/** The status of a job in a word, with its progress while it is converted. */
export function statusChip(): { readonly element: HTMLElement; update(job: Job): void } {
  const label = make('span');
  const bar = make('progress', { max: 100 });
  const element = make('span', { className: 'chip' }, label, bar);
  return {
    element,
    update(job) {
      const converting = job.status === 'running' && job.stage === 'converting' && job.stageProgress !== undefined;
      element.dataset['status'] = job.partial ? 'partial' : job.status;
      setText(label, converting ? `${labelOf(job)} ${Math.round(job.stageProgress)} %` : labelOf(job));
      if (converting) bar.value = job.stageProgress;
      else bar.removeAttribute('value');
      bar.hidden = isDone(job) || job.status === 'input_required';
      bar.ariaLabel = `${nameOf(job)}: ${converting ? 'pages converted' : labelOf(job)}`;
    },
  };
}

/** Only where it changes: a screen reader and a selection of text keep their place. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
