import type { Job } from './client.ts';
import { byId } from './dom.ts';
import { isDone, nameOf } from './job-list.ts';

/** The search field and the choice of a status above the list; `changed` hears of each input. */
export function openFilter(changed: () => void): void {
  const form = byId<HTMLFormElement>('filter');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', changed);
}

/** The jobs that are asked for. Says when there are none. */
export function filtered(jobs: readonly Job[]): readonly Job[] {
  const text = byId<HTMLInputElement>('search').value.trim().toLowerCase();
  const status = byId<HTMLSelectElement>('status').value;
  const found = jobs.filter(
    (job) =>
      nameOf(job).toLowerCase().includes(text) &&
      (status === '' || (status === 'active' ? !isDone(job) : job.status === status)),
  );
  byId('no-jobs').hidden = jobs.length > 0;
  byId('filter').hidden = jobs.length === 0;
  byId('no-matches').hidden = jobs.length === 0 || found.length > 0;
  return found;
}
