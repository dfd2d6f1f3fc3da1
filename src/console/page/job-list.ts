import { call, type Job } from './client.ts';
import { announce, button, byId, make } from './dom.ts';

/** What a state without a message is called. */
const STATES: Readonly<Record<string, string>> = { queued: 'Waiting', running: 'Converting' };

const DONE = new Set(['succeeded', 'failed', 'canceled', 'expired']);
export const isDone = (job: Job): boolean => DONE.has(job.status);

interface Row {
  readonly item: HTMLElement;
  readonly done: boolean;
  readonly update: (job: Job) => void;
}

const rows = new Map<string, Row>();

/**
 * Shows the jobs. A row is written anew only when its job has ended, so that focus, presses and screen readers keep
 * their place.
 */
export function showJobs(jobs: readonly Job[], changed: () => void): void {
  const list = byId('job-list');
  const ids = new Set(jobs.map((job) => job.id));
  for (const [id, { item }] of rows) {
    if (ids.has(id)) continue;
    item.remove();
    rows.delete(id);
  }
  jobs.forEach((job, place) => {
    let row = rows.get(job.id);
    if (row === undefined || row.done !== isDone(job)) {
      const known = row?.item;
      row = makeRow(job, changed);
      rows.set(job.id, row);
      if (known) {
        const focused = known.contains(document.activeElement);
        known.replaceWith(row.item);
        if (focused) row.item.querySelector<HTMLElement>('a, button')?.focus();
        announce(`${nameOf(job)}: ${stateText(job)}`);
      }
    }
    row.update(job);
    if (list.children[place] !== row.item) list.insertBefore(row.item, list.children[place] ?? null);
  });
}

function makeRow(job: Job, changed: () => void): Row {
  const name = nameOf(job);
  const done = isDone(job);
  const state = make('span');
  const bar = make('progress', { max: 100 });
  const title = make('a', { className: 'name', href: addressOf(job.id), title: name }, name);
  title.addEventListener('click', () => {
    // The address stays as it is, but showing it may have failed.
    if (location.hash === addressOf(job.id)) dispatchEvent(new HashChangeEvent('hashchange'));
  });
  const item = make('li', { data: { id: job.id } }, title);
  if (done)
    item.append(make('time', { className: 'hint', dateTime: job.createdAt }, timeText(new Date(job.createdAt))));
  else {
    const cancel = button(
      'Cancel',
      async () => {
        await call('POST', `/api/v1/jobs/${job.id}/cancel`);
        changed();
      },
      'plain',
    );
    cancel.ariaLabel = `Cancel ${name}`;
    item.append(cancel, bar);
  }
  item.append(state);
  return {
    item,
    done,
    update: (now) => {
      state.className = `state ${now.status}`;
      state.textContent = stateText(now);
      showProgress(bar, now);
    },
  };
}

/** Pages converted, or that something goes on; nothing where the job waits for credits. */
export function showProgress(bar: HTMLProgressElement, job: Job): void {
  const converting = job.status === 'running' && job.stage === 'converting';
  if (converting) bar.value = job.stageProgress ?? 0;
  else bar.removeAttribute('value');
  bar.hidden = isDone(job) || job.status === 'input_required';
  bar.ariaLabel = `${nameOf(job)}: ${converting ? 'pages converted' : (job.stage ?? job.status)}`;
}

/** The fragment that a job has as its address in the console. */
export const addressOf = (jobId: string): string => `#/jobs/${jobId}`;

export const nameOf = (job: Job): string => job.documentName ?? job.id;

function timeText(time: Date): string {
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return time.toDateString() === new Date().toDateString() ? clock : `${time.toLocaleDateString()} ${clock}`;
}

export function stateText(job: Job): string {
  if (job.status === 'input_required')
    return `${job.message ?? 'The document needs more credits'}. The job continues after you add credits.`;
  const what = job.status === 'failed' ? (job.error ?? 'Failed') : (job.message ?? STATES[job.status] ?? job.status);
  const more = [
    job.cached ? 'from the cache' : '',
    job.partial && job.nextStartPage !== undefined ? `continues at page ${job.nextStartPage}` : '',
  ].filter(Boolean);
  return more.length > 0 ? `${what.replace(/\.$/, '')}, ${more.join(', ')}.` : what;
}
