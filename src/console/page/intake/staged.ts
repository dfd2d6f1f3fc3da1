import { isLocked, pressKey, Refusal, startJob, upload, type Source } from '../client.ts';
import { announce, button, make, passwordField } from '../dom.ts';
import { icon } from '../icons.ts';
import { familyOf, kindOf } from '../jobs/words.ts';
import { soon } from '../jobs/refresh.ts';
import { update } from '../state.ts';
import { quoteText } from './quote.ts';

/** A document on its way to be a job: `coming` while it is uploaded and counted. */
export type Stage = 'coming' | 'locked' | 'ready' | 'starting' | 'failed';

export interface Staged {
  readonly name: string;
  readonly element: HTMLElement;
  readonly password: HTMLInputElement;
  stage: Stage;
  /** Started as soon as it can be. */
  wanted: boolean;
  start(): Promise<void>;
  remove(): void;
}

/** In the order in which they were added. */
export const staged = new Set<Staged>();
/** Called whenever one is added, removed or changes its stage. */
const listeners: (() => void)[] = [];
export const onStaged = (listener: () => void): void => void listeners.push(listener);
const changed = (): void => {
  for (const listener of listeners) listener();
};

/** What a start sends; set by the panel, which has the options. */
let chosenOptions: () => Record<string, string> = () => ({});
export const useOptions = (read: () => Record<string, string>): void => {
  chosenOptions = read;
};

export function addFiles(files: readonly File[]): void {
  for (const file of files)
    if (!file.name.startsWith('.'))
      stage(file.name, async (say) => ({
        type: 'document',
        documentId: await upload(file, (share) => say(`Uploading, ${Math.round(share * 100)} %`)),
      }));
  if (files.length > 0) update({ adding: true });
}

export function addUrl(fileUrl: string): void {
  const { pathname, host } = new URL(fileUrl);
  stage(pathname.split('/').at(-1) || host, async () => ({ type: 'external', fileUrl }));
}

/** Uploads at a time: more would only wait for each other. */
const AT_ONCE = 4;
const waiting: (() => Promise<void>)[] = [];
let running = 0;

function next(): void {
  const work = running < AT_ONCE ? waiting.shift() : undefined;
  if (!work) return;
  running++;
  void work().finally(() => {
    running--;
    next();
  });
  next();
}

function stage(name: string, bring: (say: (text: string) => void) => Promise<Source>): void {
  const line = make('span', { className: 'hint' }, 'Waiting');
  const acts = make('span', { className: 'acts' });
  const kind = kindOf({
    id: '',
    status: '',
    createdAt: '',
    source: { type: 'document', documentId: '' },
    documentName: name,
  });
  const mark = make('span', { className: 'kind', data: { family: familyOf(kind) } }, kind);
  const password = passwordField(name);
  password.hidden = true;
  const element = make('li', {}, mark, make('span', { className: 'name', title: name }, name), line, acts, password);
  let source: Source | undefined;
  let press = pressKey();
  const say = (text: string, problem = false): void => {
    line.textContent = text;
    line.className = problem ? 'problem' : 'hint';
  };
  const become = (now: Stage): void => {
    one.stage = now;
    start.hidden = now !== 'ready' && now !== 'failed' && now !== 'locked';
    if (source === undefined) start.hidden = true;
    changed();
  };
  const one: Staged = {
    name,
    element,
    password,
    stage: 'coming',
    wanted: false,
    async start() {
      if (!source) return;
      if (one.stage === 'locked' && password.value === '') return password.focus();
      become('starting');
      say('Starting');
      const options = chosenOptions();
      try {
        // Another choice is another request.
        await startJob(source, options, `${press}-${new URLSearchParams(options)}`, password.value);
      } catch (error) {
        one.wanted = false;
        become(password.hidden ? 'failed' : 'locked');
        return fail(error);
      }
      one.remove();
      soon();
    },
    remove() {
      const focused = element.contains(document.activeElement);
      const neighbor = element.nextElementSibling ?? element.previousElementSibling;
      staged.delete(one);
      element.remove();
      changed();
      if (focused)
        (neighbor?.querySelector<HTMLElement>('button:not([hidden])') ?? document.getElementById('url'))?.focus();
    },
  };
  const start = button('Start', () => one.start(), 'plain start');
  start.ariaLabel = `Start ${name}`;
  start.hidden = true;
  const remove = button('', () => one.remove(), 'plain bare');
  remove.append(icon('close'));
  remove.ariaLabel = `Remove ${name}`;
  acts.append(start, remove);
  const fail = (error: unknown): void => {
    const problem = error instanceof Error ? error.message : String(error);
    const more = ' Add credits, or convert only the pages that the credits cover.';
    say(error instanceof Refusal && error.status === 402 ? problem + more : problem, true);
    announce(`${name}: ${problem}`);
  };
  password.addEventListener('input', () => (press = pressKey()));
  password.addEventListener('change', () => {
    if (one.wanted && password.value !== '') void one.start();
  });
  password.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' && password.value !== '') void one.start();
  });
  staged.add(one);
  changed();
  waiting.push(async () => {
    try {
      source = await bring((text) => say(text));
      say('Counting pages');
      const quote = await quoteText(source).catch((error: unknown) => {
        if (!(error instanceof Refusal) || !isLocked(error.body['code'])) throw error;
        password.hidden = false;
        return 'Enter the password of the document.';
      });
      if (!staged.has(one)) return;
      say(quote);
      announce(`${name}: ${quote}`);
      become(password.hidden ? 'ready' : 'locked');
      if (one.wanted && one.stage === 'ready') await one.start();
    } catch (error) {
      become('failed');
      fail(error);
    }
  });
  next();
}
