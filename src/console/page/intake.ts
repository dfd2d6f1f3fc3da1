import { call, Refusal, upload, type Job, type Quote, type Source } from './client.ts';
import { button, byId, make, textOf } from './dom.ts';

/** The part of the page that takes documents: drop or choose, a quote, start. `started` hears of each new job. */
export function openIntake(started: () => void): void {
  const drop = byId('drop');
  const files = byId<HTMLInputElement>('files');
  files.addEventListener('change', () => {
    for (const file of files.files ?? []) void stageFile(file, started);
    files.value = '';
  });
  for (const name of ['dragover', 'dragleave', 'drop']) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', name === 'dragover');
    });
  }
  drop.addEventListener('drop', (event) => {
    for (const file of event.dataTransfer?.files ?? []) void stageFile(file, started);
  });
  byId<HTMLFormElement>('url-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const url = byId<HTMLInputElement>('url');
    if (url.value === '') return;
    const address = url.value;
    url.value = '';
    void stage(address.split('/').at(-1) || address, async () => ({ type: 'external', fileUrl: address }), started);
  });
}

async function stageFile(file: File, started: () => void): Promise<void> {
  await stage(file.name, async (say) => ({ type: 'document', documentId: await upload(file, (share) => say(`Uploading, ${Math.round(share * 100)} %`)) }), started);
}

/** One document on its way to be a job: brought to the service, quoted, then started. */
async function stage(name: string, bring: (say: (text: string) => void) => Promise<Source>, started: () => void): Promise<void> {
  const state = make('span', { className: 'hint' }, 'Waiting');
  const item = make('li', {}, make('span', { className: 'name' }, name), state);
  byId('staged').append(item);
  const say = (text: string): void => { state.textContent = text; };
  try {
    const source = await bring(say);
    say('Counting pages');
    const options = { source, includeImages: byId<HTMLInputElement>('images').checked };
    say(await quoteText(options));
    const start = button('Start', async () => {
      start.disabled = true;
      try {
        await call<Job>('POST', '/api/v1/jobs', { ...options, allowPartial: byId<HTMLInputElement>('partial').checked });
        item.remove();
        started();
      } catch (error) {
        start.disabled = false;
        tell(state, error);
      }
    });
    item.append(start, button('Drop', () => item.remove(), 'plain'));
    start.focus();
  } catch (error) {
    tell(state, error);
    item.append(button('Drop', () => item.remove(), 'plain'));
  }
}

async function quoteText(options: object): Promise<string> {
  try {
    const quote = await call<Quote>('POST', '/api/v1/quotes', options);
    const pages = quote.estimatedUsage.discoveredPages;
    return `${pages === undefined ? '' : `${pages} ${pages === 1 ? 'page' : 'pages'}, `}${quote.maximumCredits} ${quote.maximumCredits === 1 ? 'credit' : 'credits'} at most`;
  } catch (error) {
    if (error instanceof Refusal && error.body['code'] === 'size_unknown') return 'Priced once it is fetched';
    if (error instanceof Refusal && error.status === 402) return error.message;
    throw error;
  }
}

function tell(place: HTMLElement, error: unknown): void {
  place.className = 'problem';
  place.textContent = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal && error.status === 402) showCredits(error.body);
}

/** How to get more credits: whoever runs the service grants them. */
export function showCredits(body: Record<string, unknown>): void {
  const place = byId('credits');
  place.hidden = false;
  place.replaceChildren(
    `Needed: ${textOf(body['requiredCredits'] ?? '?')}, there: ${textOf(body['availableCredits'] ?? '?')}. Whoever runs the service adds credits with `,
    make('code', {}, 'scriptorium credits grant --workspace … --credits …'),
    '; or convert as far as the credits reach.',
  );
}
