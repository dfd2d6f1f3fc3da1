import { call, dropKey, keepKey, keptKey, Refusal, type Balance, type Job } from './client.ts';
import { byId } from './dom.ts';
import { openIntake } from './intake.ts';
import { isDone, showJobs } from './job-list.ts';
import { showResult } from './result.ts';

const BUSY_MS = 1000;
const IDLE_MS = 10_000;
let timer = 0;

async function refresh(): Promise<void> {
  clearTimeout(timer);
  let wait = IDLE_MS;
  try {
    const [balance, { jobs }] = await Promise.all([call<Balance>('GET', '/console/api/balance'), call<{ jobs: Job[] }>('GET', '/console/api/jobs')]);
    const held = balance.held ? `, ${balance.held.toLocaleString()} held` : '';
    byId('balance').textContent = `${balance.workspace}: ${(balance.available ?? 0).toLocaleString()} credits${held}`;
    showJobs(jobs, (job) => void showResult(job, soon), soon);
    if (jobs.some((job) => !isDone(job))) wait = BUSY_MS;
  } catch (error) {
    if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return leave(error.message);
    byId('balance').textContent = 'The service does not answer; trying again.';
  }
  if (!document.hidden) timer = setTimeout(() => void refresh(), wait);
}

const soon = (): void => void refresh();

function enter(): void {
  byId('welcome').hidden = true;
  byId('desk').hidden = false;
  byId('leave').hidden = false;
  soon();
}

function leave(problem = ''): void {
  clearTimeout(timer);
  dropKey();
  byId('desk').hidden = true;
  byId('leave').hidden = true;
  byId('balance').textContent = '';
  byId('welcome').hidden = false;
  byId('key-problem').textContent = problem;
  byId('key').focus();
}

byId<HTMLFormElement>('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = byId<HTMLInputElement>('key');
  keepKey(input.value.trim());
  input.value = '';
  byId('key-problem').textContent = '';
  enter();
});
byId('leave').addEventListener('click', () => leave());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && keptKey() !== null) soon();
});
openIntake(soon);
if (keptKey() === null) leave();
else enter();
