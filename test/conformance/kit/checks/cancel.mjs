// Section 4, cancelJob.
import { Skipped, check, expect, section } from '../runner.mjs';
import {
  artifacts,
  call,
  externalSource,
  keys,
  parallel,
  receipt,
  sleep,
  start,
  startDocument,
  unique,
  wait,
} from '../client.mjs';
import { host } from '../file-host.mjs';
import { finished } from '../fixtures.mjs';
import { job as jobSchema, terminal } from '../schemas.mjs';
import { story } from '../documents.mjs';

const where = '§4 cancelJob';
const cancel = (id, more) => call('cancelJob', { id, ...more });

async function canceled(id, more) {
  const answer = await cancel(id, more);
  expect.status(answer, 200);
  expect.matches(answer.body, jobSchema, 'job');
  if (answer.body.status === 'succeeded') throw new Skipped('the job was done before it could be canceled');
  expect.equal(answer.body.status, 'canceled', 'status');
  return answer.body;
}

/** The receipt may follow the answer of cancelJob by a moment. */
async function refunded(id) {
  for (let i = 0; i < 10 && (await call('getReceiptByJobId', { id })).status === 404; i++) await sleep(500);
  const seen = await receipt(id);
  expect.equal([seen.settledCredits, seen.outcome], [0, 'canceled'], 'settledCredits and outcome');
  return `reserved ${seen.reservedCredits}, kind ${seen.kind}`;
}

const big = () => startDocument(story(600, { paragraphs: 6 }));

export default async function canceling() {
  section('cancel');
  await check(where, 'at once: 200 with the job, status canceled; getJob agrees and it stays so', async () => {
    const { id } = await big(),
      job = await canceled(id);
    expect.equal(job.id, id, 'id');
    for (let i = 0; i < 4; i++, await sleep(500))
      expect.equal((await call('getJob', { id })).body?.status, 'canceled', 'status');
  });
  await check(where, 'the hold is refunded: receipt with settledCredits 0, outcome canceled', async () => {
    const { id } = await big();
    await canceled(id);
    return refunded(id);
  });
  await check(where, 'while running: canceled, finishedAt given, no artifacts, refunded', async () => {
    const { id } = await big();
    const at = await wait(id, {
      every: 100,
      until: (job) => job.status === 'running' || terminal.includes(job.status),
    });
    const job = await canceled(id);
    expect.equal(at.status, 'running', 'status before');
    expect.that(job.finishedAt, 'finishedAt', job);
    expect.equal(await artifacts(id), [], 'artifacts');
    return refunded(id);
  });
  await check(where, 'while converting, half way: refunded in full', async () => {
    const { id } = await big();
    await wait(id, {
      every: 100,
      until: (job) => terminal.includes(job.status) || (job.stage === 'converting' && job.stageProgress > 30),
    });
    await canceled(id);
    return refunded(id);
  });
  await check(where, 'while the URL is still being fetched', async () => {
    const { url } = host(`/${unique('slow')}.pdf`, story(3), { slowMs: 20_000 });
    const { id } = await start({ source: externalSource(url) });
    await sleep(1500);
    await canceled(id);
    return refunded(id);
  });
  await check(where, 'twice, and five times at once: 200 and canceled every time, one receipt', async () => {
    const { id } = await big();
    await canceled(id);
    for (const answer of await parallel(5, () => cancel(id))) {
      expect.status(answer, 200);
      expect.equal(answer.body.status, 'canceled', 'status');
    }
    return refunded(id);
  });
  await check(where, 'with an Idempotency-Key, retried: 200 both times', async () => {
    const { id } = await big(),
      idempotencyKey = unique('cancel');
    await canceled(id, { idempotencyKey });
    await canceled(id, { idempotencyKey });
  });
  await check(
    '§5.4',
    'with documents:delete alone',
    async () => void (await canceled((await big()).id, { key: keys.delete })),
  );
  await check(where, 'a finished job: 200 with the job as it is, its receipt and artifacts untouched', async () => {
    const { job, receipt: before, artifacts: had } = await finished(),
      answer = await cancel(job.id);
    expect.status(answer, 200);
    expect.equal(answer.body, job, 'the same job:');
    expect.equal(await receipt(job.id), before, 'the same receipt:');
    expect.equal(
      (await artifacts(job.id)).map((a) => a.id),
      had.map((a) => a.id),
      'artifacts',
    );
  });
  await check(where, 'racing the end of small jobs: job and receipt always agree', async () => {
    const ends = await parallel(8, async (i) => {
      const { id } = await startDocument(story(3));
      await sleep(i * 120);
      expect.status(await cancel(id), 200);
      const job = await wait(id);
      await sleep(1500);
      const { settledCredits, outcome } = await receipt(id);
      expect.equal(
        [outcome, settledCredits],
        job.status === 'canceled' ? ['canceled', 0] : ['succeeded', 3],
        `receipt of a job that is ${job.status}:`,
      );
      expect.equal((await artifacts(id)).length > 0, job.status === 'succeeded', 'artifacts exactly when succeeded');
      return job.status;
    });
    return ends.join(' ');
  });
  await check(where, 'the retry of a createJob whose job was canceled gives the canceled job', async () => {
    const idempotencyKey = unique('job'),
      { url } = host(`/${unique('slow')}.pdf`, story(3), { slowMs: 20_000 });
    const body = { source: externalSource(url) },
      job = await start(body, { idempotencyKey });
    await canceled(job.id);
    const again = await call('createJob', { body, idempotencyKey });
    expect.status(again, 200);
    expect.equal(again.body.id, job.id, 'id');
  });
  await check(where, 'an unknown job is 404', async () => expect.code(await cancel(unique('job')), 404, 'not_found'));
}
