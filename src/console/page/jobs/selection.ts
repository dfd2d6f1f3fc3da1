import { call, OWN, type Job } from '../client.ts';
import { confirmed } from '../dialog.ts';
import { button, counted, make, messageOf, toast } from '../dom.ts';
import { icon, type Icon } from '../icons.ts';
import { downloadZip } from '../result/download.ts';
import { state, update } from '../state.ts';
import { refreshNow } from './refresh.ts';
import { isDone, nameOf } from './words.ts';

/** Jobs of one request: as many as may be retried at once. */
const AT_ONCE = 20;

const chosen = (): Job[] => state().jobs.filter(({ id }) => state().selected.has(id));

/** Buttons for the selected jobs. Each does what it can and names the jobs that failed. */
export function selectionActions(): HTMLElement[] {
  const jobs = chosen();
  const some = (test: (job: Job) => boolean): Job[] => jobs.filter(test);
  const succeeded = some(({ status }) => status === 'succeeded');
  const ended = some((job) => isDone(job) && job.status !== 'succeeded');
  const deletable = some((job) => isDone(job) && job.status !== 'expired');
  const active = some((job) => !isDone(job));
  return [
    make('strong', {}, `${counted(jobs.length, 'job')} selected`),
    ...act('download', 'Download', succeeded, async (label) => {
      await downloadZip(succeeded, (read) => label(`Reading ${read + 1} of ${succeeded.length}`));
      toast(`${counted(succeeded.length, 'result')} downloaded`);
    }),
    ...act('retry', 'Retry', ended, () =>
      inBulk(ended, 'retried', async (jobIds) => {
        const { retried, refused } = await call<Bulk<'retried'>>('POST', `${OWN}/jobs/batch/retry`, { jobIds });
        return { done: retried.length, refused };
      }),
    ),
    ...act('close', 'Cancel', active, () => inBulk(active, 'canceled', cancelAll)),
    ...act('trash', 'Delete', deletable, async () => {
      const what = deletable.length === 1 ? nameOf(deletable[0]!) : counted(deletable.length, 'job');
      const sure = await confirmed(
        `Delete ${what}?`,
        'The results are deleted and cannot be restored. The receipts remain.',
        'Delete',
      );
      if (!sure) return;
      await inBulk(deletable, 'deleted', async (jobIds) => {
        const { deleted, refused } = await call<Bulk<'deleted'>>('POST', `${OWN}/jobs/batch/delete`, { jobIds });
        return { done: deleted.length, refused };
      });
    }),
    button('Clear', () => update({ selected: new Set() }), 'plain clear'),
  ];
}

/** A button, unless there is nothing that it could be for. It says how many jobs it is for where that is not all. */
function act(
  mark: Icon,
  name: string,
  jobs: readonly Job[],
  work: (label: (text: string) => void) => Promise<void>,
): HTMLElement[] {
  if (jobs.length === 0) return [];
  const text = make('span', {}, jobs.length === state().selected.size ? name : `${name} ${jobs.length}`);
  const element = button(
    '',
    async () => {
      element.disabled = true;
      const before = text.textContent;
      await work((now) => (text.textContent = now)).finally(() => {
        element.disabled = false;
        text.textContent = before;
      });
    },
    'plain',
  );
  element.append(icon(mark), text);
  return [element];
}

/** The answer of a call for several jobs. */
type Bulk<Done extends string> = { readonly [K in Done]: readonly unknown[] } & {
  readonly refused: readonly Refused[];
};

interface Refused {
  readonly jobId: string;
  readonly error: string;
}

interface Outcome {
  readonly done: number;
  readonly refused: readonly Refused[];
}

/** Does what was asked for, a number of jobs at a time. Those that were refused stay selected, and are named. */
async function inBulk(
  jobs: readonly Job[],
  done: string,
  work: (jobIds: readonly string[]) => Promise<Outcome>,
): Promise<void> {
  const refused: Refused[] = [];
  let count = 0;
  for (let start = 0; start < jobs.length; start += AT_ONCE) {
    const outcome = await work(jobs.slice(start, start + AT_ONCE).map(({ id }) => id));
    count += outcome.done;
    refused.push(...outcome.refused);
  }
  update({ selected: new Set(refused.map(({ jobId }) => jobId)) });
  refreshNow();
  if (count > 0) toast(`${counted(count, 'job')} ${done}`);
  const names = new Map(jobs.map((job) => [job.id, nameOf(job)]));
  if (refused.length > 0) throw new Error(refused.map(({ jobId, error }) => `${names.get(jobId)}: ${error}`).join(' '));
}

async function cancelAll(jobIds: readonly string[]): Promise<Outcome> {
  const refused: Refused[] = [];
  for (const jobId of jobIds) {
    try {
      await call('POST', `/api/v1/jobs/${jobId}/cancel`);
    } catch (error) {
      refused.push({ jobId, error: messageOf(error) });
    }
  }
  return { done: jobIds.length - refused.length, refused };
}
