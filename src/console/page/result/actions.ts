import { call, OWN, isLocked, pressKey, type Artifact } from '../client.ts';
import { confirmed } from '../dialog.ts';
import { button, make, passwordField, toast } from '../dom.ts';
import { icon } from '../icons.ts';
import { menu } from '../menu.ts';
import { refreshNow } from '../jobs/refresh.ts';
import { isDone, nameOf } from '../jobs/words.ts';
import { rememberPassword } from '../passwords.ts';
import { addressOf } from '../routes.ts';
import { downloadZip } from './download.ts';
import { blobOf } from './files.ts';
import type { Result } from './load.ts';

/** Actions of a result: copy and save it, go on where it ended, run it again, delete it. */
export function resultActions(result: Result, rendered: HTMLElement | undefined): HTMLElement[] {
  const { markdown } = result;
  return [
    ...(markdown !== undefined && rendered ? [copyMenu(markdown, rendered)] : []),
    ...(result.artifacts.length > 0 ? [downloadMenu(result)] : []),
    ...runAgain(result),
    ...deletion(result),
  ];
}

function copyMenu(markdown: string, rendered: HTMLElement): HTMLElement {
  const copy = (text: () => string, what: string) => async (): Promise<void> => {
    await copyText(text());
    toast(`Copied as ${what}`);
  };
  const choices = [
    button(
      'Copy as Markdown',
      copy(() => markdown, 'Markdown'),
      'plain',
    ),
    button(
      'Copy as plain text',
      copy(() => plainText(rendered), 'plain text'),
      'plain',
    ),
  ];
  return menu('Copy', choices, 'copy');
}

function downloadMenu({ job, artifacts }: Result): HTMLElement {
  const images = artifacts.filter(({ kind }) => kind === 'image');
  const files = artifacts.filter(({ kind }) => kind !== 'image');
  const link = ({ fileName, downloadUrl, text, kind }: Artifact): HTMLElement =>
    make(
      'a',
      { href: downloadUrl ?? blobOf(text ?? ''), download: fileName },
      KINDS[kind] ?? kind,
      make('span', {}, fileName),
    );
  const all = button('All as ZIP', () => downloadZip([job], () => undefined), 'plain');
  return menu('Download', [...files.map(link), ...(images.length > 0 || files.length > 1 ? [all] : [])], 'download');
}

const KINDS: Readonly<Record<string, string>> = {
  markdown: 'Markdown',
  document: 'Blocks and their places (JSON)',
  chunks: 'Chunks for retrieval (JSON Lines)',
};

function runAgain({ job }: Result): HTMLElement[] {
  const password = passwordField(nameOf(job));
  const again = (text: string, options: object): HTMLElement => {
    const press = pressKey();
    const element = button(text, async () => {
      const body = { ...options, ...(password.value !== '' && { password: password.value }) };
      // Another password is another request.
      const key = password.value === '' ? press : pressKey();
      const { id } = await call<{ id: string }>('POST', `/console/api/jobs/${job.id}/retry`, body, key);
      if (password.value !== '') rememberPassword(id, password.value);
      location.hash = addressOf(id);
      refreshNow();
    });
    element.prepend(icon('retry'));
    return element;
  };
  return [
    ...(isLocked(job.errorCode) ? [password] : []),
    ...(job.partial && job.nextStartPage !== undefined
      ? [again(`Continue from page ${job.nextStartPage}`, { startPage: job.nextStartPage })]
      : []),
    ...(isDone(job) && job.status !== 'succeeded' ? [again('Run again', {})] : []),
  ];
}

function deletion({ job }: Result): HTMLElement[] {
  if (job.status === 'expired') return [];
  const remove = button(
    '',
    async () => {
      const sure = await confirmed(
        `Delete ${nameOf(job)}?`,
        'The results are deleted and cannot be restored. The receipt remains.',
        'Delete',
      );
      if (!sure) return;
      await call('DELETE', `${OWN}/jobs/${job.id}`);
      location.hash = '#/';
      toast(`${nameOf(job)} deleted`);
      refreshNow();
    },
    'plain bare',
  );
  remove.append(icon('trash'));
  remove.ariaLabel = 'Delete';
  remove.title = 'Delete';
  return [remove];
}

/** The text that a person reads. An element that is not on the page has no lines, so it gets there for a moment. */
function plainText(rendered: HTMLElement): string {
  if (rendered.isConnected) return rendered.innerText;
  const place = make('div', { className: 'measure' }, rendered.cloneNode(true));
  document.body.append(place);
  const text = place.innerText;
  place.remove();
  return text;
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
