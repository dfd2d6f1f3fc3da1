import { call, Refusal, type Job } from '../client.ts';
import { announce, button, make, tell } from '../dom.ts';
import { icon } from '../icons.ts';
import { soon } from '../jobs/refresh.ts';
import { statusChip } from '../jobs/row.ts';
import { detailOf, durationOf, isDone, nameOf, pagesOf } from '../jobs/words.ts';
import { lastList } from '../shell/places.ts';
import { state } from '../state.ts';
import { resultActions } from './actions.ts';
import { loadResult } from './load.ts';
import { render } from './markdown.ts';
import { emptyText, resultPanes } from './panes.ts';
import { openPictures, type Pictures } from './pictures.ts';

/** The page of one job. `show` is called whenever the job may have gone on. */
export interface JobView {
  readonly element: HTMLElement;
  show(): Promise<void>;
  close(): void;
}

export function jobView(id: string): JobView {
  const title = make('h1', { id: 'result-title', tabIndex: -1 });
  const chip = statusChip();
  const facts = make('span', { className: 'hint' });
  const actions = make('div', { className: 'actions' });
  const detail = make('p', { className: 'result-detail' });
  const body = make('div', { className: 'result-body' });
  const back = make('a', { href: lastList(), className: 'back', ariaLabel: 'Back to the jobs' }, icon('back'));
  const head = make('div', { className: 'result-head' }, back, title, chip.element, facts, actions);
  const element = make('section', { id: 'result', ariaLabel: 'Result' }, head, detail, body);
  let shown = '';
  let pictures: Pictures | undefined;

  const showHead = (job: Job): void => {
    if (title.textContent !== nameOf(job)) title.textContent = nameOf(job);
    title.title = nameOf(job);
    document.title = `${nameOf(job)} – Scriptorium`;
    chip.update(job);
    const pages = pagesOf(job);
    const said = detailOf(job);
    const good = job.status === 'succeeded';
    const parts = [pages && `${pages} ${pages === '1' ? 'page' : 'pages'}`, durationOf(job), good && said];
    facts.textContent = parts.filter(Boolean).join(' · ');
    detail.textContent = good ? '' : said;
    detail.className = `result-detail ${job.status}`;
  };

  const show = async (): Promise<void> => {
    const job = await findJob(id);
    if (!job) return unknown();
    showHead(job);
    if (shown === job.status) return;
    if (!isDone(job)) {
      shown = job.status;
      actions.replaceChildren(cancelButton(job));
      body.replaceChildren(waiting(job));
      return;
    }
    const result = await loadResult(job);
    if (shown !== '') announce(`${nameOf(job)}: ${job.status}`);
    shown = job.status;
    pictures?.close();
    pictures = openPictures(job.id);
    const { markdown } = result;
    const rendered = markdown === undefined ? undefined : render(markdown, result.artifacts);
    if (rendered && markdown?.trim() === '') rendered.replaceChildren(emptyText(result));
    actions.replaceChildren(...resultActions(result, rendered));
    body.replaceChildren(resultPanes(result, rendered, pictures));
    tell('');
    if (document.activeElement === document.body) title.focus({ preventScroll: true });
  };
  const unknown = (): void => {
    element.replaceChildren(
      make(
        'div',
        { className: 'empty' },
        make('h1', {}, 'This job does not exist'),
        make('p', {}, `The workspace has no job ${id}.`),
        make('a', { href: '#/', className: 'button' }, 'Show all jobs'),
      ),
    );
  };
  return { element, show, close: () => pictures?.close() };
}

async function findJob(id: string): Promise<Job | undefined> {
  const listed = state().jobs.find((job) => job.id === id);
  if (listed) return listed;
  try {
    return await call<Job>('GET', `/console/api/jobs/${id}`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

function waiting(job: Job): HTMLElement {
  const credits = job.status === 'input_required';
  return make(
    'div',
    { className: 'empty' },
    ...(credits ? [] : [make('progress', { ariaLabel: 'Converting' })]),
    make('p', {}, credits ? 'The job waits for credits.' : 'The result is shown here as soon as it is ready.'),
  );
}

function cancelButton(job: Job): HTMLElement {
  const cancel = button(
    'Cancel',
    async () => {
      await call('POST', `/api/v1/jobs/${job.id}/cancel`);
      soon();
    },
    'plain',
  );
  cancel.ariaLabel = `Cancel ${nameOf(job)}`;
  return cancel;
}
