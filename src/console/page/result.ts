import { call, pressKey, Refusal, type Artifact, type Job } from './client.ts';
import { announce, button, byId, make, textOf } from './dom.ts';
import { nameOf, stateText } from './job-list.ts';
import { render } from './markdown.ts';
import { pagePictures, type PageRange } from './pages.ts';

interface Warning {
  readonly kind: string;
  readonly page?: number;
  readonly count: number;
  readonly detail?: string;
}

type Receipt = Readonly<Record<string, unknown>>;

/**
 * Shows what a job made: the rendered document beside its pages or its Markdown, the artifacts, usage and receipt, and
 * how to go on with a partial one.
 */
export async function showResult(job: Job, changed: () => void): Promise<void> {
  const [{ artifacts }, receipt, { warnings }, pages] = await Promise.all([
    call<{ artifacts: Artifact[] }>('GET', `/api/v1/jobs/${job.id}/artifacts`),
    receiptOf(job),
    call<{ warnings: Warning[] }>('GET', `/console/api/jobs/${job.id}/warnings`),
    call<PageRange>('GET', `/console/api/jobs/${job.id}/pages`),
  ]);
  const document_ = artifacts.find(({ kind }) => kind === 'markdown');
  const markdown = document_ && (await textOfArtifact(document_));
  byId('result-title').textContent = nameOf(job);
  byId('result-state').textContent = stateText(job);
  byId('result-state').className = `state ${job.status}`;
  const { start, end } = pages;
  const beside = (text: string, other: HTMLElement): HTMLElement =>
    make('div', { className: 'side' }, render(text, artifacts), other);
  const views: Record<string, () => HTMLElement> = {
    ...(markdown !== undefined && start !== undefined && end !== undefined
      ? { Pages: () => beside(markdown, pagePictures(job.id, start, end)) }
      : {}),
    ...(markdown !== undefined
      ? {
          Markdown: () =>
            beside(markdown, make('pre', { tabIndex: 0, role: 'region', ariaLabel: 'Markdown source' }, markdown)),
        }
      : {}),
    ...(artifacts.length > 0 ? { Artifacts: () => artifactTable(artifacts) } : {}),
    'Usage and receipt': () =>
      make(
        'div',
        { className: 'columns' },
        factTable('Usage', usageOf(job, receipt)),
        factTable('Receipt', receiptFacts(receipt)),
      ),
    ...(warnings.length > 0 ? { [`Warnings (${warnings.length})`]: () => warningTable(warnings) } : {}),
  };
  const panel = make('div', { role: 'tabpanel', id: 'panel' });
  byId('result-body').replaceChildren(tools(job, markdown, document_, changed), tabs(views, panel), panel);
  const section = byId('result');
  section.hidden = false;
  section.scrollIntoView({ block: 'start' });
  section.focus({ preventScroll: true });
}

async function textOfArtifact({ text, downloadUrl }: Artifact): Promise<string> {
  if (text !== undefined || downloadUrl === undefined) return text ?? '';
  const response = await fetch(downloadUrl).catch(() => {
    throw new Error(
      'Failed to load the Markdown. If the object store is on another host, its CORS rules must allow downloads from this page.',
    );
  });
  if (!response.ok)
    throw new Error(`Failed to load the Markdown: the object store responded with status ${response.status}.`);
  return response.text();
}

/** A job that was refused before it began has none. */
async function receiptOf(job: Job): Promise<Receipt | undefined> {
  try {
    return await call<Receipt>('GET', `/api/v1/receipts?jobId=${job.id}`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

function tools(
  job: Job,
  markdown: string | undefined,
  artifact: Artifact | undefined,
  changed: () => void,
): HTMLElement {
  const row = make('div', { className: 'tools' });
  if (markdown !== undefined && artifact) {
    const copy = button('Copy Markdown', async () => {
      await copyText(markdown);
      copy.textContent = 'Copied';
      announce('Copied');
      setTimeout(() => {
        copy.textContent = 'Copy Markdown';
      }, 2000);
    });
    row.append(
      copy,
      make('a', { className: 'button plain', href: blobOf(markdown), download: artifact.fileName }, 'Download'),
    );
  }
  if (job.partial && job.nextStartPage !== undefined) {
    const startPage = job.nextStartPage;
    const key = pressKey();
    row.append(
      button(`Continue from page ${startPage}`, async () => {
        await call(
          'POST',
          '/api/v1/jobs',
          { source: job.source, includeImages: job.includeImages ?? false, allowPartial: true, startPage },
          key,
        );
        changed();
        byId('jobs').scrollIntoView();
        byId('jobs').focus({ preventScroll: true });
      }),
    );
  }
  return row;
}

const blobOf = (markdown: string): string => URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));

/** A browser has a clipboard only for pages of https and of its own machine. */
async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const area = make('textarea', { value: text });
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) throw new Error('The browser blocked access to the clipboard. Use Download instead.');
}

/** Tabs as ARIA has them: arrow keys move between them. */
function tabs(views: Record<string, () => HTMLElement>, panel: HTMLElement): HTMLElement {
  const list = make('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Result views' });
  const all: HTMLButtonElement[] = [];
  const choose = (name: string): void => {
    for (const tab of all) {
      const chosen = tab.textContent === name;
      tab.ariaSelected = String(chosen);
      tab.tabIndex = chosen ? 0 : -1;
    }
    panel.ariaLabel = name;
    panel.replaceChildren(views[name]!());
  };
  for (const name of Object.keys(views)) {
    const tab = button(name, () => choose(name));
    tab.role = 'tab';
    tab.setAttribute('aria-controls', panel.id);
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

const size = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

function artifactTable(artifacts: readonly Artifact[]): HTMLElement {
  const rows = artifacts.map(({ fileName, kind, contentType, sizeBytes, downloadUrl, text }) =>
    make(
      'tr',
      {},
      make('td', {}, make('a', { href: downloadUrl ?? blobOf(text ?? ''), download: fileName }, fileName)),
      make('td', {}, kind),
      make('td', {}, contentType),
      make('td', { className: 'number' }, size(sizeBytes)),
    ),
  );
  return table(['File', 'Kind', 'Type', 'Size'], rows);
}

function usageOf(job: Job, receipt: Receipt | undefined): Record<string, unknown> {
  const { inputBytes, discoveredPages, ocrPages, outputBytes, durationMs } = job.usage ?? {};
  const [reserved, settled] = [receipt?.['reservedCredits'], receipt?.['settledCredits']];
  return {
    'Document size': inputBytes === undefined ? undefined : size(inputBytes),
    'Document pages': discoveredPages,
    'Pages converted':
      job.pageRange && job.status === 'succeeded' ? `${job.pageRange.start} to ${job.pageRange.end}` : undefined,
    'Pages read by OCR': ocrPages,
    'Artifact size': outputBytes === undefined ? undefined : size(outputBytes),
    Time: durationMs === undefined ? undefined : `${(durationMs / 1000).toFixed(1)} s`,
    'Credits reserved': reserved,
    'Credits charged': settled,
    'Credits refunded': typeof reserved === 'number' && typeof settled === 'number' ? reserved - settled : undefined,
  };
}

/** The receipt's own fields; its usage stands beside it. */
function receiptFacts(receipt: Receipt = {}): Record<string, unknown> {
  const { usage: _, artifactIds, ...facts } = receipt;
  return Array.isArray(artifactIds) ? { ...facts, artifacts: artifactIds.length } : facts;
}

function factTable(title: string, facts: Readonly<Record<string, unknown>>): HTMLElement {
  const rows = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, textOf(value))));
  return make(
    'div',
    {},
    make('h3', {}, title),
    rows.length > 0
      ? make('table', { className: 'facts' }, make('tbody', {}, ...rows))
      : make('p', { className: 'hint' }, 'None.'),
  );
}

function warningTable(warnings: readonly Warning[]): HTMLElement {
  const rows = warnings.map(({ page, kind, count, detail }) =>
    make(
      'tr',
      {},
      make('td', {}, page === undefined ? '' : String(page)),
      make('td', {}, kind),
      make('td', { className: 'number' }, String(count)),
      make('td', {}, detail ?? ''),
    ),
  );
  return table(['Page', 'Kind', 'Count', 'Detail'], rows);
}

function table(heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text))));
  return make('div', { className: 'wide' }, make('table', { className: 'facts' }, head, make('tbody', {}, ...rows)));
}
