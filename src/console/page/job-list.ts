import { call, type Job } from './client.ts';
import { button, byId, make } from './dom.ts';

const DONE = new Set(['succeeded', 'failed', 'canceled', 'expired']);
export const isDone = (job: Job): boolean => DONE.has(job.status);

const rows = new Map<string, { readonly item: HTMLElement; readonly shown: string }>();

/** Shows the jobs; a row that has not changed is left alone, so that focus and screen readers keep their place. */
export function showJobs(jobs: readonly Job[], open: (job: Job) => void, changed: () => void): void {
  byId('no-jobs').hidden = jobs.length > 0;
  const list = byId('job-list');
  const ids = new Set(jobs.map((job) => job.id));
  for (const [id, { item }] of rows) {
    if (ids.has(id)) continue;
    item.remove();
    rows.delete(id);
  }
  jobs.forEach((job, place) => {
    const shown = JSON.stringify(job);
    const known = rows.get(job.id);
    if (known?.shown !== shown) {
      const item = row(job, open, changed);
      const focused = known?.item.contains(document.activeElement) ?? false;
      if (known) known.item.replaceWith(item);
      rows.set(job.id, { item, shown });
      if (focused) item.querySelector('button')?.focus();
    }
    const { item } = rows.get(job.id)!;
    if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
  });
}

function row(job: Job, open: (job: Job) => void, changed: () => void): HTMLElement {
  const name = job.documentName ?? job.id;
  const title = job.status === 'succeeded' ? button(name, () => open(job), 'name') : make('span', { className: 'name' }, name);
  const item = make('li', { data: { id: job.id } }, title);
  if (isDone(job)) item.append(make('time', { className: 'hint', dateTime: job.createdAt }, new Date(job.createdAt).toLocaleTimeString()));
  else {
    item.append(button('Cancel', async () => {
      await call('POST', `/api/v1/jobs/${job.id}/cancel`);
      changed();
    }, 'plain'));
    if (job.status === 'running' && job.stage === 'converting') item.append(make('progress', { max: 100, value: job.stageProgress ?? 0, ariaLabel: `${name}: pages converted` }));
    else item.append(make('progress', { ariaLabel: `${name}: ${job.stage ?? job.status}` }));
  }
  item.append(make('span', { className: `state ${job.status}` }, stateText(job)));
  return item;
}

function stateText(job: Job): string {
  const what = job.status === 'failed' ? (job.error ?? 'Failed') : (job.message ?? job.status);
  const more = [job.cached ? 'from the cache' : '', job.partial && job.nextStartPage !== undefined ? `to be continued from page ${job.nextStartPage}` : ''].filter(Boolean);
  return [what, ...more].join(', ');
}
