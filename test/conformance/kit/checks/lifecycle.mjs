// Section 3: the states and stages that polling shows.
import { check, expect, once, section } from '../runner.mjs';
import { artifacts, call, maxWaitMs, sleep, startDocument, succeeded } from '../client.mjs';
import { finished } from '../fixtures.mjs';
import { stages, terminal } from '../schemas.mjs';
import { story } from '../documents.mjs';

const pages = 300;
const rank = { queued: 0, running: 1, succeeded: 2, failed: 2, canceled: 2 };

/** A job of many pages, and everything that polling it ten times a second showed. */
const watched = once(async () => {
  const document = story(pages),
    early = [];
  const created = await startDocument(document);
  const polls = [created],
    deadline = Date.now() + maxWaitMs;
  for (;;) {
    const before = await call('listJobArtifacts', { id: created.id });
    const answer = await call('getJob', { id: created.id });
    expect.status(answer, 200);
    polls.push(answer.body);
    if (terminal.includes(answer.body.status)) return { document, created, polls, early, job: answer.body };
    early.push(before);
    expect.that(Date.now() < deadline, 'the job to end within MAX_WAIT_S', answer.text);
    await sleep(100);
  }
});

const never = (polls, breaks) =>
  polls
    .slice(1)
    .map((after, i) => [polls[i], after])
    .find(([before, after]) => breaks(before, after));

export default async function lifecycle() {
  section('lifecycle');
  await check('§3', `a job of ${pages} pages succeeds`, async () => void succeeded((await watched()).job));
  await check('§3', 'status goes from queued over running to a terminal one, never back', async () => {
    const { polls } = await watched();
    const path = polls.map((p) => p.status).filter((s, i, all) => s !== all[i - 1]);
    expect.equal(
      never(polls, (a, b) => rank[b.status] < rank[a.status]),
      undefined,
      'steps back:',
    );
    expect.that(
      path.every((s) => s in rank),
      'queued, running and terminal only',
      path,
    );
    expect.that(path.includes('running'), 'running to be seen', path);
    return path.join(' > ');
  });
  await check('§3', 'stages go preparing, converting, finalizing, complete, never back', async () => {
    const { polls } = await watched();
    const path = polls.map((p) => p.stage).filter((s, i, all) => s && s !== all[i - 1]);
    expect.equal(
      never(
        polls.filter((p) => p.stage),
        (a, b) => stages.indexOf(b.stage) < stages.indexOf(a.stage),
      ),
      undefined,
      'steps back:',
    );
    return path.join(' > ');
  });
  await check('§2 Job', 'stageProgress is within 0 to 100 and does not fall within a stage', async () => {
    const { polls } = await watched();
    const withProgress = polls.filter((p) => p.stageProgress !== undefined);
    expect.equal(
      never(withProgress, (a, b) => a.stage === b.stage && a.status === b.status && b.stageProgress < a.stageProgress),
      undefined,
      'steps back:',
    );
    return `${new Set(withProgress.map((p) => `${p.stage} ${p.stageProgress}`)).size} values seen`;
  });
  await check('§2 Job', 'progress moves while a long job converts', async () => {
    const values = new Set((await watched()).polls.filter((p) => p.stage === 'converting').map((p) => p.stageProgress));
    expect.that(values.size >= 2, 'at least two values of stageProgress while converting', [...values]);
  });
  await check('§2 Job', 'updatedAt never goes back, and moves with the status', async () => {
    const { polls } = await watched();
    expect.equal(
      never(polls, (a, b) => Date.parse(b.updatedAt) < Date.parse(a.updatedAt)),
      undefined,
      'steps back:',
    );
    expect.that(polls.at(-1).updatedAt !== polls[0].updatedAt, 'a later updatedAt', polls.at(-1).updatedAt);
  });
  await check('§2 Job', 'startedAt comes with running, finishedAt with the end, and neither changes', async () => {
    const { polls, job } = await watched();
    for (const poll of polls) {
      if (poll.status === 'queued') expect.equal(poll.startedAt, undefined, 'startedAt while queued');
      if (poll.startedAt) expect.equal(poll.startedAt, job.startedAt, 'startedAt');
    }
    expect.that(job.startedAt && job.finishedAt, 'startedAt and finishedAt', job);
    expect.that(
      Math.abs(Date.parse(job.finishedAt) - Date.now()) < 600_000,
      'a finishedAt of these minutes',
      job.finishedAt,
    );
  });
  await check('§2 Job', 'what a job was made of never changes', async () => {
    const { polls } = await watched();
    const fixed = ({ id, operation, capabilityVersion, source, createdAt }) => ({
      id,
      operation,
      capabilityVersion,
      source,
      createdAt,
    });
    for (const poll of polls) expect.equal(fixed(poll), fixed(polls[0]), 'the same:');
  });
  await check(
    '§2 Job',
    'a text PDF has its page count in estimatedTotalPages, and the pages converted in pageRange',
    async () => {
      const { job } = await watched();
      expect.equal(
        [job.estimatedTotalPages, job.pageRange],
        [pages, { start: 1, end: pages }],
        'estimatedTotalPages and pageRange',
      );
    },
  );
  await check(
    '§2 Usage',
    "a finished job's usage: the bytes sent, the pages, no OCR, the bytes produced, a duration",
    async () => {
      const {
        job: { usage, id },
        document,
      } = await watched();
      const produced = (await artifacts(id)).reduce((sum, a) => sum + a.sizeBytes, 0);
      const wanted = { inputBytes: document.bytes.length, discoveredPages: pages, ocrPages: 0, outputBytes: produced };
      expect.that(usage, 'usage on a finished job', 'none');
      for (const field of Object.keys(usage).filter((f) => f in wanted))
        expect.equal(usage[field], wanted[field], field);
      if ('durationMs' in usage) expect.that(usage.durationMs > 0, 'durationMs above 0', usage);
      return Object.keys(usage).length === 5 ? undefined : `only ${Object.keys(usage)}`;
    },
  );
  await check('§4 listJobArtifacts', 'the array is empty while the job is running', async () => {
    const { early } = await watched();
    for (const answer of early)
      expect.equal([answer.status, answer.body?.artifacts], [200, []], 'status and artifacts');
    expect.that(early.length, 'a look before the end', 'a job that was done at once');
    return `${early.length} looks`;
  });
  await check('§3', 'a terminal job stays as it is', async () => {
    const { job } = await finished();
    for (let i = 0; i < 3; i++) {
      expect.equal((await call('getJob', { id: job.id })).body, job, 'the same job:');
      await sleep(300);
    }
  });
  await check('§2 Job', 'a succeeded job: stage complete, stageProgress 100 when given, no partial', async () => {
    const { job } = await finished();
    expect.equal(
      [job.stage ?? 'complete', job.stageProgress ?? 100, job.partial ?? false],
      ['complete', 100, false],
      'stage, stageProgress, partial',
    );
  });
}
