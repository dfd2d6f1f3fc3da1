import { call, isLocked, pressKey, Refusal, startJob, upload, type Quote, type Source } from './client.ts';
import { announce, button, byId, make, passwordField } from './dom.ts';

/** The part of the page that takes documents: drop or choose, a quote, start. `started` hears of each new job. */
export function openIntake(started: () => void): void {
  const drop = byId('drop');
  const files = byId<HTMLInputElement>('files');
  files.addEventListener('change', () => {
    for (const file of files.files ?? []) void stageFile(file, started);
    files.value = '';
  });
  // Anywhere: a file that misses a small target would replace this page.
  for (const name of ['dragover', 'dragleave', 'drop']) {
    addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', name === 'dragover');
    });
  }
  addEventListener('drop', (event) => {
    if (byId('desk').hidden) return;
    for (const file of event.dataTransfer?.files ?? []) void stageFile(file, started);
  });
  byId<HTMLFormElement>('url-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const input = byId<HTMLInputElement>('url');
    const fileUrl = input.value;
    input.value = '';
    const { pathname, host } = new URL(fileUrl);
    void stage(pathname.split('/').at(-1) || host, async () => ({ type: 'external', fileUrl }), started);
  });
  byId('start-all').addEventListener('click', () => {
    for (const start of startButtons()) start.click();
    byId('jobs').focus();
  });
}

async function stageFile(file: File, started: () => void): Promise<void> {
  await stage(
    file.name,
    async (say) => ({
      type: 'document',
      documentId: await upload(file, (share) => say(`Uploading, ${Math.round(share * 100)} %`)),
    }),
    started,
  );
}

/** One document on its way to be a job: brought to the service, quoted, then started. */
async function stage(
  name: string,
  bring: (say: (text: string) => void) => Promise<Source>,
  started: () => void,
): Promise<void> {
  const state = make('span', { className: 'hint' }, 'Waiting');
  const acts = make('span', { className: 'acts' });
  const item = make('li', {}, make('span', { className: 'name', title: name }, name), state, acts);
  const leave = (): void => {
    const focused = item.contains(document.activeElement);
    item.remove();
    offerAll();
    if (focused) (startButtons()[0] ?? byId('files')).focus();
  };
  const remove = button('Remove', leave, 'plain');
  remove.ariaLabel = `Remove ${name}`;
  acts.append(remove);
  byId('staged').append(item);
  const say = (text: string): void => {
    state.textContent = text;
  };
  try {
    const source = await bring(say);
    say('Counting pages');
    const options = { source, includeImages: byId<HTMLInputElement>('images').checked };
    const password = passwordField(name);
    const quote = await quoteText(options).catch((error: unknown) => {
      if (!(error instanceof Refusal) || !isLocked(error.body['code'])) throw error;
      acts.before(password);
      return 'Enter the password of the document.';
    });
    say(quote);
    announce(`${name}: ${quote}`);
    let press = pressKey();
    password.addEventListener('change', () => (press = pressKey()));
    const start = button(
      'Start',
      async () => {
        state.className = 'hint';
        say('Starting');
        const chosen = chosenOptions();
        try {
          // Another choice is another request.
          await startJob(source, chosen, `${press}-${new URLSearchParams(chosen)}`, password.value);
        } catch (error) {
          return showProblem(state, name, error);
        }
        leave();
        started();
      },
      'start',
    );
    start.ariaLabel = `Start ${name}`;
    acts.prepend(start);
    offerAll();
    if (document.activeElement === document.body || document.activeElement === byId('files')) start.focus();
  } catch (error) {
    showProblem(state, name, error);
  }
}

/** What was chosen before the start. */
function chosenOptions(): Record<string, string> {
  const chosen: Record<string, string> = {
    includeImages: String(byId<HTMLInputElement>('images').checked),
    allowPartial: String(byId<HTMLInputElement>('partial').checked),
  };
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('#options [name]'))
    if (field.value !== '') chosen[field.name] = field.value;
  return chosen;
}

const startButtons = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('#staged .start')];

function offerAll(): void {
  byId('start-all').hidden = startButtons().length < 2;
}

/** How long a document may be read before it is offered without its price. */
const QUOTE_MS = 60_000;

async function quoteText(options: object, until = performance.now() + QUOTE_MS): Promise<string> {
  try {
    const quote = await call<Quote>('POST', '/api/v1/quotes', options);
    const pages = quote.estimatedUsage.discoveredPages;
    return `${pages === undefined ? '' : `${pages} ${pages === 1 ? 'page' : 'pages'}, `}up to ${quote.maximumCredits} ${quote.maximumCredits === 1 ? 'credit' : 'credits'}`;
  } catch (error) {
    if (error instanceof Refusal && error.body['code'] === 'size_unknown') return 'Priced after download';
    if (error instanceof Refusal && error.status === 402) return error.message;
    // The service is still reading the document, and keeps what it finds.
    if (!(error instanceof Refusal) || error.status !== 503) throw error;
    if (performance.now() > until) return 'Priced when it is converted';
    await new Promise((done) => {
      setTimeout(done, 1000);
    });
    return quoteText(options, until);
  }
}

function showProblem(place: HTMLElement, name: string, error: unknown): void {
  const problem = error instanceof Error ? error.message : String(error);
  place.className = 'problem';
  place.textContent =
    error instanceof Refusal && error.status === 402
      ? `${problem} Add credits, or convert only the pages that the credits cover.`
      : problem;
  announce(`${name}: ${problem}`);
}
