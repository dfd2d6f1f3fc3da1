import { isLocked, pressKey, Refusal, startJob, upload, type Source } from '../client.ts';
import { announce, messageOf } from '../dom.ts';
import { refreshNow } from '../jobs/refresh.ts';
import { rememberPassword } from '../passwords.ts';
import { enqueue, makeQueue } from '../queue.ts';
import { state, update } from '../state.ts';
import { quoteText } from './quote.ts';
import type { StagedDocument } from './staged-document.ts';

/** More uploads at a time would only wait for each other. */
const uploads = makeQueue(4);

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

type Bring = (say: (line: string) => void) => Promise<Source>;

function stage(name: string, bring: Bring): void {
  const id = state().stagedCount;
  const one: StagedDocument = {
    id,
    name,
    stage: 'coming',
    line: 'Waiting',
    isProblem: false,
    source: undefined,
    needsPassword: false,
    password: '',
    isWanted: false,
    requestKey: pressKey(),
  };
  update({ staged: [...state().staged, one], stagedCount: id + 1 });
  enqueue(uploads, () => prepare(id, bring));
}

const stagedWith = (id: number): StagedDocument | undefined => state().staged.find((one) => one.id === id);

function change(id: number, changes: Partial<StagedDocument>): void {
  update({ staged: state().staged.map((one) => (one.id === id ? { ...one, ...changes } : one)) });
}

/** Uploads the document and counts its pages. It can be started then, and is, if it is wanted. */
async function prepare(id: number, bring: Bring): Promise<void> {
  try {
    const source = await bring((line) => change(id, { line }));
    change(id, { source, line: 'Counting pages' });
    const line = await quoteText(source).catch((error: unknown) => {
      if (!(error instanceof Refusal) || !isLocked(error.body['code'])) throw error;
      change(id, { needsPassword: true });
      return 'Enter the password of the document.';
    });
    const one = stagedWith(id);
    if (!one) return;
    announce(`${one.name}: ${line}`);
    change(id, { line, stage: one.needsPassword ? 'locked' : 'ready' });
    if (one.isWanted && !one.needsPassword) await startStaged(id);
  } catch (error) {
    fail(id, 'failed', error);
  }
}

function fail(id: number, stage: StagedDocument['stage'], error: unknown): void {
  const problem = messageOf(error);
  const isUnpaid = error instanceof Refusal && error.status === 402;
  const more = isUnpaid ? ' Add credits, or convert only the pages that the credits cover.' : '';
  announce(`${stagedWith(id)?.name}: ${problem}`);
  change(id, { stage, line: problem + more, isProblem: true, isWanted: false });
}

/** Starts the conversion of a document that was prepared; of a locked one, once it has its password. */
export async function startStaged(id: number): Promise<void> {
  const one = stagedWith(id);
  if (!one?.source || one.stage === 'coming' || one.stage === 'starting' || isWithoutPassword(one)) return;
  change(id, { stage: 'starting', line: 'Starting', isProblem: false });
  const { options } = state();
  try {
    // Another choice is another request.
    const key = `${one.requestKey}-${new URLSearchParams(options)}`;
    const jobId = await startJob(one.source, options, key, one.password);
    if (one.password !== '') rememberPassword(jobId, one.password);
  } catch (error) {
    return fail(id, one.needsPassword ? 'locked' : 'failed', error);
  }
  removeStaged(id);
  refreshNow();
}

export const isWithoutPassword = ({ stage: now, password }: StagedDocument): boolean =>
  now === 'locked' && password === '';

export function removeStaged(id: number): void {
  update({ staged: state().staged.filter((one) => one.id !== id) });
}

/** Another password is another request. */
export const setPassword = (id: number, password: string): void => change(id, { password, requestKey: pressKey() });

/** Starts what is ready, and the rest as soon as it is: uploads when they are there, locked ones with a password. */
export function startAll(): void {
  update({ staged: state().staged.map((one) => ({ ...one, isWanted: true })) });
  for (const { id, stage: now } of state().staged) if (now === 'ready' || now === 'locked') void startStaged(id);
}
