import { accountView } from '../account/view.ts';
import { attempt, byId, make } from '../dom.ts';
import { jobsView } from '../jobs/view.ts';
import { soon } from '../jobs/refresh.ts';
import { jobView, type JobView } from '../result/view.ts';
import type { Route } from '../routes.ts';
import { state, update, watch } from '../state.ts';

/** Shows the page that the address names. The list is kept, so that it is where it was left. */
export function showPages(): void {
  const view = byId('view');
  const list = jobsView();
  let listScroll = 0;
  let job: JobView | undefined;
  const pageOf = (route: Route): HTMLElement => {
    switch (route.name) {
      case 'jobs':
        return list;
      case 'job':
        job = jobView(route.id);
        void attempt(job.show);
        return job.element;
      case 'account':
        return accountView();
      case 'credits':
        return creditsPage();
      case 'unknown':
        return unknownPage(route.address);
    }
  };
  const show = (route: Route, before?: Route): void => {
    if (before?.name === 'jobs' && route.name === 'jobs') return;
    if (before && route.name === 'jobs') soon();
    if (before?.name === 'jobs') listScroll = view.scrollTop;
    job?.close();
    job = undefined;
    nameIt(route);
    const focused = before !== undefined && view.contains(document.activeElement);
    view.replaceChildren(pageOf(route));
    view.scrollTop = route.name === 'jobs' ? listScroll : 0;
    if (!focused) return;
    // Back in the list, the job that was looked at has the focus.
    const id = route.name === 'jobs' && before.name === 'job' ? before.id : '';
    (list.querySelector<HTMLElement>(`tr[data-id="${id}"] a`) ?? view).focus({ preventScroll: true });
  };
  watch(['route'], ({ route }, before) => show(route, before.route));
  watch(['jobs', 'listed'], () => {
    if (job)
      void job
        .show()
        .catch((error: unknown) => update({ problem: error instanceof Error ? error.message : String(error) }));
  });
  show(state().route);
  soon();
}

function nameIt({ name }: Route): void {
  document.title = 'Scriptorium';
  document.body.dataset['page'] = name;
  const place = name === 'job' ? 'jobs' : name;
  for (const link of document.querySelectorAll<HTMLElement>('#places a'))
    link.ariaCurrent = link.dataset['route'] === place ? 'page' : null;
}

function unknownPage(address: string): HTMLElement {
  return make(
    'section',
    { className: 'empty' },
    make('h1', {}, 'This page does not exist'),
    make('p', {}, `The console has no page ${address}.`),
    make('a', { href: '#/', className: 'button' }, 'Show all jobs'),
  );
}

/** Where a 402 leads to, unless the service has a page of its own for that. */
function creditsPage(): HTMLElement {
  const { session } = state();
  const command = `scriptorium credits grant --workspace ${session?.workspace ?? ''} --credits 1000`;
  return make(
    'section',
    { className: 'page' },
    make('h1', {}, 'Add credits'),
    make('p', {}, 'The administrator of the service adds credits with ', make('code', {}, command), '.'),
    make('p', {}, 'Jobs that wait for credits then continue automatically.'),
    make('a', { href: '#/', className: 'button plain' }, 'Close'),
  );
}
