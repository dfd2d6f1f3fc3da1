import { call, type Artifact, type Job } from './client.ts';
import { button, byId, make, textOf } from './dom.ts';
import { render } from './markdown.ts';
import { pagePictures, type PageRange } from './pages.ts';

interface Warning {
  readonly kind: string;
  readonly page?: number;
  readonly count: number;
  readonly detail?: string;
}

/** Shows what a job made: the rendered document beside its pages or its Markdown, the artifacts, usage and receipt, and how to go on with a partial one. */
export async function showResult(job: Job, changed: () => void): Promise<void> {
  const [{ artifacts }, receipt, { warnings }, pages] = await Promise.all([
    call<{ artifacts: Artifact[] }>('GET', `/api/v1/jobs/${job.id}/artifacts`),
    call<Record<string, unknown>>('GET', `/api/v1/receipts?jobId=${job.id}`),
    call<{ warnings: Warning[] }>('GET', `/console/api/jobs/${job.id}/warnings`),
    call<PageRange>('GET', `/console/api/jobs/${job.id}/pages`),
  ]);
  const document_ = artifacts.find(({ kind }) => kind === 'markdown');
  const markdown = document_?.text ?? (document_?.downloadUrl ? await (await fetch(document_.downloadUrl)).text() : '');
  byId('result-title').textContent = job.documentName ?? job.id;
  const beside = (other: HTMLElement): HTMLElement => make('div', { className: 'side' }, render(markdown, artifacts), other);
  const { start, end } = pages;
  const views: Record<string, () => HTMLElement> = {
    ...(start !== undefined && end !== undefined ? { Pages: () => beside(pagePictures(job.id, start, end)) } : {}),
    Markdown: () => beside(make('pre', { tabIndex: 0, ariaLabel: 'Markdown source' }, markdown)),
    Artifacts: () => artifactTable(artifacts),
    'Usage and receipt': () => make('div', { className: 'columns' }, factTable({ ...job.usage, ...(job.pageRange ? { pages: `${job.pageRange.start}–${job.pageRange.end}` } : {}) }), factTable(receipt)),
    ...(warnings.length > 0 ? { [`Warnings (${warnings.length})`]: () => warningTable(warnings) } : {}),
  };
  const panel = make('div', { role: 'tabpanel', tabIndex: 0 });
  byId('result-body').replaceChildren(tools(job, markdown, document_, changed), tabs(views, panel), panel);
  const section = byId('result');
  section.hidden = false;
  section.scrollIntoView({ behavior: 'smooth', block: 'start' });
  section.focus({ preventScroll: true });
}

function tools(job: Job, markdown: string, artifact: Artifact | undefined, changed: () => void): HTMLElement {
  const copy = button('Copy Markdown', async () => {
    await navigator.clipboard.writeText(markdown);
    copy.textContent = 'Copied';
  });
  const blob = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));
  const row = make('div', { className: 'tools' }, copy, make('a', { className: 'button plain', href: blob, download: artifact?.fileName ?? 'document.md' }, 'Download'));
  if (job.partial && job.nextStartPage !== undefined) {
    const next = button(`Continue from page ${job.nextStartPage}`, async () => {
      next.disabled = true;
      await call('POST', '/api/v1/jobs', { source: job.source, includeImages: job.includeImages ?? false, allowPartial: true, startPage: job.nextStartPage });
      changed();
    });
    row.append(next);
  }
  return row;
}

/** Tabs as ARIA has them: arrow keys move between them. */
function tabs(views: Record<string, () => HTMLElement>, panel: HTMLElement): HTMLElement {
  const list = make('div', { className: 'tabs', role: 'tablist' });
  const all: HTMLButtonElement[] = [];
  const choose = (name: string): void => {
    for (const tab of all) {
      const chosen = tab.textContent === name;
      tab.ariaSelected = String(chosen);
      tab.tabIndex = chosen ? 0 : -1;
    }
    panel.replaceChildren(views[name]!());
  };
  for (const name of Object.keys(views)) {
    const tab = button(name, () => choose(name));
    tab.role = 'tab';
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const next = all[(all.indexOf(tab) + step + all.length) % all.length]!;
      next.focus();
      next.click();
    });
    all.push(tab);
  }
  list.append(...all);
  choose(Object.keys(views)[0]!);
  return list;
}

const size = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`);

function artifactTable(artifacts: readonly Artifact[]): HTMLElement {
  const rows = artifacts.map(({ fileName, kind, contentType, sizeBytes, downloadUrl }) =>
    make('tr', {}, make('td', {}, downloadUrl ? make('a', { href: downloadUrl, download: fileName }, fileName) : fileName), make('td', {}, kind), make('td', {}, contentType), make('td', {}, size(sizeBytes))));
  return make('table', { className: 'facts' }, make('thead', {}, make('tr', {}, ...['File', 'Kind', 'Type', 'Size'].map((text) => make('th', { scope: 'col' }, text)))), make('tbody', {}, ...rows));
}

function factTable(facts: Readonly<Record<string, unknown>>): HTMLElement {
  const rows = Object.entries(facts).filter(([, value]) => value !== null).map(([name, value]) =>
    make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, textOf(value))));
  return make('table', { className: 'facts' }, make('tbody', {}, ...rows));
}

function warningTable(warnings: readonly Warning[]): HTMLElement {
  const rows = warnings.map(({ page, kind, count, detail }) => make('tr', {}, make('td', {}, page === undefined ? '' : String(page)), make('td', {}, kind), make('td', {}, String(count)), make('td', {}, detail ?? '')));
  return make('table', { className: 'facts' }, make('thead', {}, make('tr', {}, ...['Page', 'Kind', 'Times', ''].map((text) => make('th', { scope: 'col' }, text)))), make('tbody', {}, ...rows));
}
