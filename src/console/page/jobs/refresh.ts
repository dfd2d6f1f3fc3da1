import { call, Refusal } from '../client.ts';
import { signOut, type Session } from '../session.ts';
import { state, update } from '../state.ts';
import { refreshJobs } from './list.ts';
import { isDone } from './words.ts';

const BUSY_MS = 1000;
const IDLE_MS = 10_000;
const LOST_MS = 3000;
const LOST = 'The service is not responding. Retrying …';
let timer = 0;

export const refused = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 401 || error.status === 403);

/** Reads the session and the list now, and then again and again while the page is looked at. */
async function refresh(): Promise<void> {
  clearTimeout(timer);
  let wait = IDLE_MS;
  try {
    const [session] = await Promise.all([call<Session>('GET', '/console/api/session'), refreshJobs()]);
    update({ session: same(session) });
    const { jobs, route } = state();
    if (jobs.some((job) => !isDone(job))) wait = BUSY_MS;
    // A job that is not listed may be under way.
    else if (route.name === 'job' && !jobs.some(({ id }) => id === route.id)) wait = LOST_MS;
    if (state().problem === LOST) update({ problem: '' });
  } catch (error) {
    if (refused(error)) return signOut(error.message);
    update({ problem: LOST });
    wait = LOST_MS;
  }
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(() => void refresh(), wait);
}

export const refreshNow = (): void => void refresh();

/** The session that is known where nothing of it has changed, so that nobody who watches it is called. */
function same(session: Session): Session {
  const known = state().session;
  return known && JSON.stringify(known) === JSON.stringify(session) ? known : session;
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && state().session) refreshNow();
});
