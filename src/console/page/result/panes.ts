import { make } from '../dom.ts';
import { icon } from '../icons.ts';
import { state } from '../state.ts';
import { factTable } from '../tables.ts';
import { divider } from './divider.ts';
import { artifactTable } from './files.ts';
import { findTool } from './find.ts';
import type { Result } from './load.ts';
import { collectHeadings, type Heading } from './outline.ts';
import { pageTools, marked } from './page-tools.ts';
import { viewPages } from './pages.ts';
import type { Pictures } from './pictures.ts';
import { receiptFacts, receiptInWords, usageOf } from './receipt.ts';
import type { ScrollSync } from './scroll.ts';
import { connect } from './side-by-side.ts';
import { sidebar } from './sidebar.ts';
import { sourceView } from './source.ts';
import { tabs, type Tab } from './tabs.ts';
import { isNote, warningList } from './warnings.ts';

/** The panes of a result, from left to right: places in it, the pictures of its pages, and its text. */
export function resultPanes(result: Result, rendered: HTMLElement | undefined, pictures: Pictures): HTMLElement {
  const { job, markdown, layout, pages } = result;
  const viewer = pages && markdown !== undefined ? viewPages({ jobId: job.id, ...pages, layout, pictures }) : undefined;
  /** The text that is shown, and its connection to the pages. */
  let text: HTMLElement | undefined;
  let sync: ScrollSync | undefined;
  let connection = new AbortController();
  const find = findTool(() => text);
  const show = (shown: HTMLElement, isText: boolean): void => {
    connection.abort();
    connection = new AbortController();
    text = isText ? shown : undefined;
    sync = isText && viewer ? connect(shown, viewer, { layout, signal: connection.signal }) : undefined;
    find.element.hidden = !isText;
    find.refresh();
    requestAnimationFrame(() => sync?.align(shown));
  };
  const views = viewsOf(result, rendered, viewer?.goTo);
  const { list, panel, open } = tabs(views, (tab, shown) => show(shown, tab.isText === true));
  const headings = rendered ? collectHeadings(rendered, layout) : [];
  const reveal = ({ from }: Heading): void => {
    if (!text) open('Text');
    const parts = [...text!.querySelectorAll<HTMLElement>('[data-from]')];
    const target = parts.findLast(({ dataset }) => Number(dataset['from']) <= from);
    if (!target) return;
    text!.scrollTop += target.getBoundingClientRect().top - text!.getBoundingClientRect().top - 12;
    sync?.align(viewer!.pages);
  };
  const side = sidebar({ headings, onHeading: reveal, viewer, pictures });
  const panes = make('div', { className: 'panes' });
  const toggle = side && sideToggle(panes);
  const right = make(
    'div',
    { className: 'pane text-pane' },
    make('div', { className: 'pane-head' }, ...(toggle && !viewer ? [toggle] : []), list, find.element),
    panel,
  );
  if (side) panes.append(side);
  if (viewer && pages) {
    const tools = pageTools(viewer, pages.start, pages.end);
    if (toggle) tools.prepend(toggle);
    panes.append(
      make('div', { className: 'pane page-pane' }, make('div', { className: 'pane-head' }, tools), viewer.element),
    );
    panes.append(divider(panes));
  }
  panes.append(right);
  return panes;
}

type View = Tab & {
  /** It is found in, and goes along with the pages. */
  readonly isText?: true;
};

/** The panes of a result, in this order. */
function viewsOf(
  result: Result,
  rendered: HTMLElement | undefined,
  goTo: ((page: number) => void) | undefined,
): readonly View[] {
  const { markdown, warnings, artifacts } = result;
  const views: View[] = [];
  if (markdown !== undefined && rendered)
    views.push(
      { name: 'Text', show: () => rendered, isText: true },
      { name: 'Markdown', show: once(() => sourceView(markdown)), isText: true },
    );
  const count = warnings.filter((warning) => !isNote(warning)).length;
  if (warnings.length > 0)
    views.push({ name: count > 0 ? `Warnings (${count})` : 'Notes', show: once(() => warningList(warnings, goTo)) });
  if (artifacts.length > 0) views.push({ name: 'Files', show: once(() => filesView(result)) });
  return [...views, { name: 'Details', show: once(() => detailsView(result)) }];
}

function once(build: () => HTMLElement): () => HTMLElement {
  let made: HTMLElement | undefined;
  return () => (made ??= build());
}

const CLOSED = 'scriptorium-sidebar-closed';

function sideToggle(panes: HTMLElement): HTMLElement {
  const set = (closed: boolean): void => {
    panes.classList.toggle('without-side', closed);
    toggle.ariaExpanded = String(!closed);
    localStorage.setItem(CLOSED, String(closed));
  };
  const toggle = marked('side', 'Sidebar', () => set(!panes.classList.contains('without-side')));
  set(localStorage.getItem(CLOSED) === 'true');
  return toggle;
}

const filesView = ({ artifacts }: Result): HTMLElement =>
  make('div', { className: 'sheet-of-facts' }, artifactTable(artifacts));

function detailsView({ job, receipt }: Result): HTMLElement {
  const priced = state().session?.credits !== undefined;
  const rest = make('details', {}, make('summary', {}, 'All fields of the receipt'));
  if (receipt) rest.append(factTable(receiptFacts(receipt)));
  return make(
    'div',
    { className: 'sheet-of-facts' },
    ...(priced ? [make('p', {}, receiptInWords(job, receipt))] : []),
    factTable({
      ...usageOf(job, receipt, priced),
      'Job ID': job.id,
      Created: new Date(job.createdAt).toLocaleString(),
    }),
    ...(receipt ? [rest] : []),
  );
}

/** The placeholder of an empty text. */
export function emptyText({ warnings }: Result): HTMLElement {
  const why = warnings.find((warning) => !isNote(warning));
  return make(
    'div',
    { className: 'empty' },
    make('p', { className: 'mark' }, icon('search')),
    make('h2', {}, 'The result is empty'),
    make('p', {}, why?.message ?? 'The document has no text.'),
  );
}
