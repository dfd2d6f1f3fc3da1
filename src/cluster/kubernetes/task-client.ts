import { request } from 'undici';
import { isResult, TASKS, type TaskRole } from '../task-table.ts';
import type { TaskRunner } from '../tasks.ts';

/** Longer than any task takes, with its time in the queue of the server. */
const CALL_MS = 180_000;

/**
 * Asks the prober or the fetcher to run a task (`src/cli/cluster/task-server.ts`); anything but a result is transient.
 */
export function remoteTaskRunner(servers: Readonly<Record<TaskRole, string>>): TaskRunner {
  return async (name, body, cancelled) => {
    const response = await request(`${servers[TASKS[name].role]}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([AbortSignal.timeout(CALL_MS), ...(cancelled ? [cancelled] : [])]),
      headersTimeout: CALL_MS,
    });
    const text = await response.body.text();
    if (response.statusCode !== 200)
      throw Object.assign(new Error(`/${name} answered ${response.statusCode}`), {
        statusCode: response.statusCode,
        lostProcess: text.includes('"lostProcess":true'),
      });
    const result: unknown = JSON.parse(text);
    if (!isResult(name, result))
      throw Object.assign(new Error(`/${name} returned an invalid result`), { transient: true });
    return result;
  };
}
