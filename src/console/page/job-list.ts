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
export function showJobs(jobs: readonly Job[], open: (job: Job) => Promise<void>, changed: () => void): void {
  byId('no-jobs').hidden = jobs.length > 0;
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
      row = makeRow(job, open, changed);
      rows.set(job.id, row);
      if (known) {
        const focused = known.contains(document.activeElement);
        known.replaceWith(row.item);
        if (focused) row.item.querySelector('button')?.focus();
        announce(`${nameOf(job)}: ${stateText(job)}`);
      }
    }
    row.update(job);
    if (list.children[place] !== row.item) list.insertBefore(row.item, list.children[place] ?? null);
  });
}

function makeRow(first: Job, open: (job: Job) => Promise<void>, changed: () => void): Row {
  let job = first;
  const name = nameOf(job);
  const done = isDone(job);
  const state = make('span');
  const bar = make('progress', { max: 100 });
  const title = done ? button(name, () => open(job), 'name') : make('span', { className: 'name' }, name);
  title.title = name;
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
      job = now;
      state.className = `state ${job.status}`;
      state.textContent = stateText(job);
      const converting = job.status === 'running' && job.stage === 'converting';
      if (converting) bar.value = job.stageProgress ?? 0;
      else bar.removeAttribute('value');
      bar.hidden = job.status === 'input_required';
      bar.ariaLabel = `${name}: ${converting ? 'pages converted' : (job.stage ?? job.status)}`;
    },
  };
}

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
