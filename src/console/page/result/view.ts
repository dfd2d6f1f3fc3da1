import { call, Refusal, type Job } from '../client.ts';
import { announce, button, make, showProblem } from '../dom.ts';
import { icon } from '../icons.ts';
import { refreshNow } from '../jobs/refresh.ts';
import { statusChip } from '../jobs/row.ts';
import { detailOf, durationOf, isDone, nameOf, pagesOf } from '../jobs/words.ts';
import { lastList } from '../shell/places.ts';
import { state } from '../state.ts';
import { resultActions } from './actions.ts';
import { loadResult, type Result } from './load.ts';
import { render } from './markdown.ts';
import { emptyText, resultPanes } from './panes.ts';
import { openPictures, type Pictures } from './pictures.ts';

/** The page of one job. `show` is called whenever the job may have gone on. */
export interface JobView {
  readonly element: HTMLElement;
  show(): Promise<void>;
  close(): void;
}

interface Page {
  readonly id: string;
  readonly element: HTMLElement;
  readonly head: Head;
  readonly actions: HTMLElement;
  readonly body: HTMLElement;
  /** The status that is shown; empty before the first. */
  status: string;
  pictures: Pictures | undefined;
}

export function jobView(id: string): JobView {
  const head = makeHead();
  const actions = make('div', { className: 'actions' });
  const body = make('div', { className: 'result-body' });
  const back = make('a', { href: lastList(), className: 'back', ariaLabel: 'Back to the jobs' }, icon('back'));
  const line = make('div', { className: 'result-head' }, back, head.title, head.chip.element, head.facts, actions);
  const element = make('section', { id: 'result', ariaLabel: 'Result' }, line, head.detail, body);
  const page: Page = { id, element, head, actions, body, status: '', pictures: undefined };
  return { element, show: () => showJob(page), close: () => page.pictures?.close() };
}

async function showJob(page: Page): Promise<void> {
  const job = await findJob(page.id);
  if (!job) return page.element.replaceChildren(unknownJob(page.id));
  showHead(page.head, job);
  if (page.status === job.status) return;
  if (isDone(job)) {
    const result = await loadResult(job);
    // It may have been loaded twice.
    if (page.status !== job.status) showResult(page, result);
    return;
  }
  page.status = job.status;
  page.actions.replaceChildren(cancelButton(job));
  page.body.replaceChildren(waiting(job));
}

function showResult(page: Page, result: Result): void {
  const { job, markdown } = result;
  if (page.status !== '') announce(`${nameOf(job)}: ${job.status}`);
  page.status = job.status;
  page.pictures?.close();
  page.pictures = openPictures(job.id);
  const rendered = markdown === undefined ? undefined : render(markdown, result.artifacts);
  if (rendered && markdown?.trim() === '') rendered.replaceChildren(emptyText(result));
  page.actions.replaceChildren(...resultActions(result, rendered));
  page.body.replaceChildren(resultPanes(result, rendered, page.pictures));
  showProblem('');
  if (document.activeElement === document.body) page.head.title.focus({ preventScroll: true });
}

/** The header above the result of a job. */
interface Head {
  readonly title: HTMLElement;
  readonly chip: ReturnType<typeof statusChip>;
  readonly facts: HTMLElement;
  readonly detail: HTMLElement;
}

const makeHead = (): Head => ({
  title: make('h1', { id: 'result-title', tabIndex: -1 }),
  chip: statusChip(),
  facts: make('span', { className: 'hint' }),
  detail: make('p', { className: 'result-detail' }),
});

function showHead({ title, chip, facts, detail }: Head, job: Job): void {
  if (title.textContent !== nameOf(job)) title.textContent = nameOf(job);
  title.title = nameOf(job);
  document.title = `${nameOf(job)} – Scriptorium`;
  chip.update(job);
  const pages = pagesOf(job);
  const isGood = job.status === 'succeeded';
  const parts = [pages && `${pages} ${pages === '1' ? 'page' : 'pages'}`, durationOf(job), isGood && detailOf(job)];
  facts.textContent = parts.filter(Boolean).join(' · ');
  detail.textContent = isGood ? '' : detailOf(job);
  detail.className = `result-detail ${job.status}`;
}

const unknownJob = (id: string): HTMLElement =>
  make(
    'div',
    { className: 'empty' },
    make('h1', {}, 'This job does not exist'),
    make('p', {}, `The workspace has no job ${id}.`),
    make('a', { href: '#/', className: 'button' }, 'Show all jobs'),
  );

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
      refreshNow();
    },
    'plain',
  );
  cancel.ariaLabel = `Cancel ${nameOf(job)}`;
  return cancel;
}
