import { showAccount } from './account.ts';
import { call, dropKey, keepKey, keptKey, Refusal, type Balance, type Job } from './client.ts';
import { attempt, byId, tell } from './dom.ts';
import { openIntake } from './intake.ts';
import { downloadZip } from './download.ts';
import { filtered, openFilter } from './filter.ts';
import { isDone, showJobs } from './job-list.ts';
import { hideResult, showResult, showUnfinished } from './result.ts';

const BUSY_MS = 1000;
const IDLE_MS = 10_000;
const LOST_MS = 3000;
/** As many as the service lists at once. */
const RECENT_JOBS = 50;
let timer = 0;
let lost = false;
/** The newest jobs, as they were last read, and those that were asked for besides. */
let recent: readonly Job[] = [];
let older: readonly Job[] = [];
/** The job whose result is on the page, with the status that is shown. */
let shown = '';

async function refresh(): Promise<void> {
  clearTimeout(timer);
  let wait = IDLE_MS;
  try {
    const [balance, { jobs }] = await Promise.all([
      call<Balance>('GET', '/console/api/balance'),
      call<{ jobs: Job[] }>('GET', '/console/api/jobs'),
    ]);
    showBalance(balance);
    recent = jobs;
    showList();
    await showChosen().catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)));
    if (jobs.some((job) => !isDone(job))) wait = BUSY_MS;
    if (lost) tell('');
    lost = false;
  } catch (error) {
    if (refused(error)) return leave(error.message);
    tell('The service is not responding. Retrying …');
    lost = true;
    wait = LOST_MS;
  }
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(() => void refresh(), wait);
}

function allJobs(): readonly Job[] {
  const ids = new Set(recent.map(({ id }) => id));
  return [...recent, ...older.filter(({ id }) => !ids.has(id))];
}

function showList(): void {
  const found = filtered(allJobs());
  showJobs(found, soon);
  byId('zip').hidden = found.filter(({ status }) => status === 'succeeded').length < 2;
  // A list that is not full has them all.
  if (older.length === 0) byId('older').hidden = recent.length < RECENT_JOBS;
  for (const link of document.querySelectorAll('#job-list a'))
    link.ariaCurrent = link.getAttribute('href') === location.hash ? 'page' : null;
}

async function showOlder(): Promise<void> {
  const last = allJobs().at(-1);
  if (!last) return;
  const place = `${last.createdAt.slice(0, 10)}_${last.id}`;
  const page = await call<{ jobs: Job[]; nextAfter?: string }>('GET', `/console/api/jobs/before/${place}`);
  older = [...older, ...page.jobs];
  byId('older').hidden = page.nextAfter === undefined;
  showList();
}

/** Shows the job that the address names, when it is another than is shown or has gone on. */
async function showChosen(): Promise<void> {
  const id = /^#\/jobs\/([\w-]+)$/.exec(location.hash)?.[1];
  if (id === undefined) {
    shown = '';
    return hideResult();
  }
  const job = allJobs().find((known) => known.id === id) ?? (await call<Job>('GET', `/console/api/jobs/${id}`));
  if (!isDone(job)) {
    shown = '';
    return showUnfinished(job);
  }
  if (shown === `${id} ${job.status}`) return;
  await showResult(job, soon);
  tell('');
  shown = `${id} ${job.status}`;
}

const soon = (): void => void refresh();

const refused = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 401 || error.status === 403);

function showBalance({ workspace, available = 0, held = 0, topUpPath }: Balance): void {
  byId('balance').textContent =
    `${workspace}: ${available.toLocaleString()} credits${held > 0 ? `, ${held.toLocaleString()} held` : ''}`;
  byId<HTMLAnchorElement>('top-up').href = topUpPath;
  byId('grant').textContent = `scriptorium credits grant --workspace ${workspace} --credits 1000`;
}

/** The page of a key that is good. */
function enter(): void {
  byId('welcome').hidden = true;
  for (const id of ['desk', 'leave', 'top-up', 'account-link']) byId(id).hidden = false;
  soon();
  if (location.hash === '#account') void attempt(showAddress);
}

/** The page is loaded anew, so that nothing stays of what the key could see. */
function leave(problem = ''): void {
  dropKey();
  sessionStorage.setItem('scriptorium-problem', problem);
  history.replaceState(null, '', location.pathname);
  location.reload();
}

byId<HTMLFormElement>('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(async () => {
    const input = byId<HTMLInputElement>('key');
    keepKey(input.value.trim());
    byId('key-problem').textContent = '';
    try {
      await call<Balance>('GET', '/console/api/balance');
    } catch (error) {
      dropKey();
      if (!refused(error)) throw error;
      byId('key-problem').textContent = error.message;
      return input.select();
    }
    input.value = '';
    enter();
    byId('files').focus();
  });
});
byId('leave').addEventListener('click', () => leave());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && keptKey() !== null) soon();
});

/** `/#account` shows the usage and the keys of the workspace in place of its jobs. */
async function showAddress(): Promise<void> {
  const account = location.hash === '#account';
  byId('account').hidden = !account;
  byId('desk').classList.toggle('without-jobs', account);
  if (!account) return showChosen();
  await showAccount();
  byId('account').focus();
}

/** `/#credits` is where a 402 leads to, unless the service has a page of its own for that. */
const showCredits = (): void => {
  byId('credits').hidden = location.hash !== '#credits';
};
addEventListener('hashchange', () => {
  showCredits();
  if (keptKey() === null) return;
  showList();
  void attempt(showAddress);
});
byId('close-credits').addEventListener('click', () => {
  location.hash = '';
  byId('top-up').focus();
});
showCredits();

byId('older').addEventListener('click', () => void attempt(showOlder));
const zip = byId<HTMLButtonElement>('zip');
zip.addEventListener('click', () => {
  const jobs = filtered(allJobs()).filter(({ status }) => status === 'succeeded');
  const label = zip.textContent;
  zip.disabled = true;
  void attempt(() =>
    downloadZip(jobs, (read) => {
      zip.textContent = `Reading ${read + 1} of ${jobs.length}`;
    }),
  ).finally(() => {
    zip.disabled = false;
    zip.textContent = label;
  });
});
openFilter(showList);
openIntake(soon);
if (keptKey() === null) {
  byId('welcome').hidden = false;
  byId('key-problem').textContent = sessionStorage.getItem('scriptorium-problem');
  sessionStorage.removeItem('scriptorium-problem');
  byId('key').focus();
} else enter();
