import { accountView } from '../account/view.ts';
import { attempt, byId, make, messageOf, showProblem } from '../dom.ts';
import { jobsView } from '../jobs/view.ts';
import { refreshNow } from '../jobs/refresh.ts';
import { jobView, type JobView } from '../result/view.ts';
import type { Route } from '../routes.ts';
import { state, watch } from '../state.ts';

interface Pages {
  readonly view: HTMLElement;
  /** It is kept, so that it is where it was left. */
  readonly list: HTMLElement;
  listScroll: number;
  /** The page of a job, if one is shown. */
  job: JobView | undefined;
}

/** Shows the page that the address names. */
export function showPages(): void {
  const pages: Pages = { view: byId('view'), list: jobsView(), listScroll: 0, job: undefined };
  watch(['route'], ({ route }, before) => changePage(pages, route, before.route));
  watch(['jobs', 'listed'], () => {
    if (pages.job) void pages.job.show().catch((error: unknown) => showProblem(messageOf(error)));
  });
  showPage(pages, state().route);
  refreshNow();
}

function changePage(pages: Pages, route: Route, before: Route): void {
  const { view } = pages;
  if (before.name === 'jobs' && route.name === 'jobs') return;
  if (route.name === 'jobs') refreshNow();
  if (before.name === 'jobs') pages.listScroll = view.scrollTop;
  const isFocused = view.contains(document.activeElement);
  showPage(pages, route);
  if (isFocused) focusPage(pages, route, before);
}

function showPage(pages: Pages, route: Route): void {
  pages.job?.close();
  pages.job = undefined;
  nameIt(route);
  pages.view.replaceChildren(pageFor(pages, route));
  pages.view.scrollTop = route.name === 'jobs' ? pages.listScroll : 0;
}

function pageFor(pages: Pages, route: Route): HTMLElement {
  switch (route.name) {
    case 'jobs':
      return pages.list;
    case 'job':
      pages.job = jobView(route.id);
      void attempt(pages.job.show);
      return pages.job.element;
    case 'account':
      return accountView();
    case 'credits':
      return creditsPage();
    case 'unknown':
      return unknownPage(route.address);
  }
}

/** Back in the list, the job that was looked at has the focus. */
function focusPage({ view, list }: Pages, route: Route, before: Route): void {
  const id = route.name === 'jobs' && before.name === 'job' ? before.id : '';
  (list.querySelector<HTMLElement>(`tr[data-id="${id}"] a`) ?? view).focus({ preventScroll: true });
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
