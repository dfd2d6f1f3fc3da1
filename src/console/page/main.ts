import { call, dropKey, keepKey, keptKey, Refusal, type Balance, type Job } from './client.ts';
import { attempt, byId, tell } from './dom.ts';
import { openIntake } from './intake.ts';
import { isDone, showJobs } from './job-list.ts';
import { showResult } from './result.ts';

const BUSY_MS = 1000;
const IDLE_MS = 10_000;
const LOST_MS = 3000;
let timer = 0;
let lost = false;

async function refresh(): Promise<void> {
  clearTimeout(timer);
  let wait = IDLE_MS;
  try {
    const [balance, { jobs }] = await Promise.all([
      call<Balance>('GET', '/console/api/balance'),
      call<{ jobs: Job[] }>('GET', '/console/api/jobs'),
    ]);
    showBalance(balance);
    showJobs(jobs, (job) => showResult(job, soon), soon);
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
  for (const id of ['desk', 'leave', 'top-up']) byId(id).hidden = false;
  soon();
}

/** The page is loaded anew, so that nothing stays of what the key could see. */
function leave(problem = ''): void {
  dropKey();
  sessionStorage.setItem('scriptorium-problem', problem);
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

/** `/#credits` is where a 402 leads to, unless the service has a page of its own for that. */
const showCredits = (): void => {
  byId('credits').hidden = location.hash !== '#credits';
};
addEventListener('hashchange', showCredits);
byId('close-credits').addEventListener('click', () => {
  location.hash = '';
  byId('top-up').focus();
});
showCredits();

openIntake(soon);
if (keptKey() === null) {
  byId('welcome').hidden = false;
  byId('key-problem').textContent = sessionStorage.getItem('scriptorium-problem');
  sessionStorage.removeItem('scriptorium-problem');
  byId('key').focus();
} else enter();
