import { readLayout } from './blocks.ts';
import { call, isLocked, pressKey, Refusal, startJob, type Artifact, type Job } from './client.ts';
import { announce, button, byId, make, passwordField } from './dom.ts';
import { bytesOf } from './download.ts';
import { addressOf, isDone, nameOf, showProgress, stateText } from './job-list.ts';
import { render } from './markdown.ts';
import { loadMath } from './math.ts';
import type { PageRange } from './pages.ts';
import {
  artifactTable,
  blobOf,
  factTable,
  receiptFacts,
  receiptInWords,
  usageOf,
  warningTable,
  type Receipt,
  type Warning,
} from './receipt.ts';
import { sideBySide } from './side-by-side.ts';

/** What is shown of an unfinished job: how far it is. */
export function showUnfinished(job: Job): void {
  showHead(job);
  byId('result-body').replaceChildren();
}

function showHead(job: Job): void {
  byId('no-result').hidden = true;
  byId('result').hidden = false;
  byId('result-title').textContent = nameOf(job);
  byId('result-state').textContent = stateText(job);
  byId('result-state').className = `state ${job.status}`;
  showProgress(byId<HTMLProgressElement>('result-progress'), job);
}

export function hideResult(): void {
  byId('no-result').hidden = false;
  byId('result').hidden = true;
}

/**
 * Shows what a job made: the rendered document beside its pages or its Markdown, the artifacts, usage and receipt, and
 * how to go on with a partial or failed one.
 */
export async function showResult(job: Job, changed: () => void): Promise<void> {
  const [{ artifacts }, receipt, warnings, pages] = await Promise.all([
    call<{ artifacts: Artifact[] }>('GET', `/api/v1/jobs/${job.id}/artifacts`),
    receiptOf(job),
    warningsOf(job),
    call<PageRange>('GET', `/console/api/jobs/${job.id}/pages`),
  ]);
  const document_ = artifacts.find(({ kind }) => kind === 'markdown');
  const bytes = document_ && (await bytesOf(document_));
  const markdown = bytes && new TextDecoder().decode(bytes);
  await loadMath(markdown ?? '');
  const { start, end } = pages;
  const blocks = start === undefined ? undefined : artifacts.find(({ kind }) => kind === 'document');
  const layout = bytes && blocks && readLayout(new TextDecoder().decode(await bytesOf(blocks)), bytes);
  const views: Record<string, () => HTMLElement> = {
    ...(markdown !== undefined && start !== undefined && end !== undefined
      ? { Pages: () => sideBySide(render(markdown, artifacts), { jobId: job.id, start, end, layout }) }
      : {}),
    ...(markdown !== undefined
      ? {
          Markdown: () =>
            make(
              'div',
              { className: 'side' },
              render(markdown, artifacts),
              make('pre', { tabIndex: 0, role: 'region', ariaLabel: 'Markdown source' }, markdown),
            ),
        }
      : {}),
    ...(artifacts.length > 0 ? { Artifacts: () => artifactTable(artifacts) } : {}),
    'Usage and receipt': () =>
      make(
        'div',
        {},
        make('p', {}, receiptInWords(job, receipt)),
        factTable(usageOf(job, receipt)),
        ...(receipt
          ? [make('details', {}, make('summary', {}, 'All fields of the receipt'), factTable(receiptFacts(receipt)))]
          : []),
      ),
    ...(warnings.length > 0 ? { [`Warnings (${warnings.length})`]: () => warningTable(warnings) } : {}),
  };
  showHead(job);
  const panel = make('div', { role: 'tabpanel', id: 'panel' });
  const row = tools(job, changed);
  if (markdown !== undefined && document_) row.prepend(...copyAndDownload(markdown, document_.fileName));
  byId('result-body').replaceChildren(row, tabs(views, panel), panel);
  const section = byId('result');
  section.scrollIntoView({ block: 'nearest' });
  section.focus({ preventScroll: true });
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

/** They are deleted with the results. */
async function warningsOf({ id, status }: Job): Promise<readonly Warning[]> {
  if (status === 'expired') return [];
  return (await call<{ warnings: Warning[] }>('GET', `/jobs/${id}/warnings`)).warnings;
}

function copyAndDownload(markdown: string, fileName: string): HTMLElement[] {
  const copy = button('Copy Markdown', async () => {
    await copyText(markdown);
    copy.textContent = 'Copied';
    announce('Copied');
    setTimeout(() => {
      copy.textContent = 'Copy Markdown';
    }, 2000);
  });
  return [copy, make('a', { className: 'button plain', href: blobOf(markdown), download: fileName }, 'Download')];
}

/** What can be done with a job: go on where it ended, run it again, delete its results. */
function tools(job: Job, changed: () => void): HTMLElement {
  const row = make('div', { className: 'tools' });
  const { source, includeImages = false } = job;
  const password = passwordField(nameOf(job));
  const start = (text: string, options: object): void => {
    let key = pressKey();
    password.addEventListener('change', () => (key = pressKey()));
    const again = button(text, async () => {
      location.hash = addressOf(await startJob(source, { includeImages, ...options }, key, password.value));
      changed();
    });
    row.append(again);
  };
  if (job.partial && job.nextStartPage !== undefined)
    start(`Continue from page ${job.nextStartPage}`, { allowPartial: true, startPage: job.nextStartPage });
  if (job.status === 'failed' || job.status === 'canceled' || job.status === 'expired') start('Run again', {});
  if (isLocked(job.errorCode)) row.prepend(password);
  if (isDone(job) && job.status !== 'expired') {
    const remove = async (): Promise<void> => {
      if (!confirm(`Delete the results of ${nameOf(job)}? The receipt remains.`)) return;
      await call('DELETE', `/jobs/${job.id}`);
      location.hash = '';
      announce(`${nameOf(job)}: results deleted`);
      changed();
    };
    row.append(button('Delete', remove, 'plain'));
  }
  return row;
}

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
