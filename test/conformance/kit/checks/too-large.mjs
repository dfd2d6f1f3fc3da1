// The page ceiling: 413 of sections 3, 7 and 8.
import { check, expect, once, section } from '../runner.mjs';
import { artifacts, call, documentSource, keys, unique, upload, wait } from '../client.mjs';
import { host } from '../file-host.mjs';
import { documentTooLarge, receipt as receiptSchema } from '../schemas.mjs';
import { story } from '../documents.mjs';

const where = '§7 413';

export default async function tooLarge() {
  section('documents over the ceiling');
  const refused = once(async () => {
    const idempotencyKey = unique('large'),
      body = { source: documentSource(await upload(story(1200, { paragraphs: 1 }))) };
    return { idempotencyKey, body, answer: await call('createJob', { body, idempotencyKey }) };
  });
  await check(
    where,
    '1,200 pages: DocumentTooLargeError with maxPages 1000, estimatedPages 1200 and jobId',
    async () => {
      const { answer } = await refused();
      expect.code(answer, 413, 'document_too_large');
      expect.matches(answer.body, documentTooLarge, 'DocumentTooLargeError');
      expect.equal(
        [answer.body.maxPages, answer.body.estimatedPages, typeof answer.body.jobId],
        [1000, 1200, 'string'],
        'maxPages, estimatedPages, jobId',
      );
    },
  );
  await check(where, '1,001 pages are one too many', async () =>
    expect.status(
      await call('createJob', { body: { source: documentSource(await upload(story(1001, { paragraphs: 1 }))) } }),
      413,
    ),
  );
  await check('§3', 'the refused job is kept: failed, errorCode document_too_large, no artifacts', async () => {
    const {
        body: { jobId },
      } = (await refused()).answer,
      job = await call('getJob', { id: jobId });
    expect.status(job, 200);
    expect.equal(
      [job.body.status, job.body.errorCode, job.body.id],
      ['failed', 'document_too_large', jobId],
      'status, errorCode, id',
    );
    expect.equal(await artifacts(jobId), [], 'artifacts');
  });
  await check(where, 'no credits were reserved: no receipt, or one of zeros', async () => {
    const {
        body: { jobId },
      } = (await refused()).answer,
      answer = await call('getReceiptByJobId', { id: jobId });
    expect.status(answer, 200, 404);
    if (answer.status === 404) return 'no receipt';
    expect.matches(answer.body, receiptSchema, 'receipt');
    expect.equal([answer.body.reservedCredits, answer.body.settledCredits], [0, 0], 'reserved and settled');
    return 'a receipt of zeros';
  });
  await check('§4 idempotency', 'a retry under the same key is the same job: 413 or 200 with its id', async () => {
    const { answer, body, idempotencyKey } = await refused(),
      again = await call('createJob', { body, idempotencyKey });
    expect.status(again, 413, 200);
    expect.equal(again.body.jobId ?? again.body.id, answer.body.jobId, 'job');
    return String(again.status);
  });
  await check('§3', 'canceling the refused job changes nothing', async () => {
    const {
        body: { jobId },
      } = (await refused()).answer,
      answer = await call('cancelJob', { id: jobId });
    expect.status(answer, 200);
    expect.equal(answer.body.status, 'failed', 'status');
  });
  await check(
    where,
    "startPage 400 of 1,200: 413 (the document's pages) or accepted (801 pages to convert)",
    async () => {
      const answer = await call('createJob', {
        key: keys.poor,
        body: {
          source: documentSource(await upload(story(1200, { paragraphs: 1 }), { key: keys.poor })),
          startPage: 400,
        },
      });
      expect.status(answer, 413, 402, 201);
      if (answer.status === 201) await call('cancelJob', { key: keys.poor, id: answer.body.id });
      return answer.status === 413 ? "the document's pages count" : 'the pages to convert count';
    },
  );
  await check(where, 'a quote for 1,200 pages: a quote, or an ApiError; never 5xx', async () => {
    const answer = await call('createQuote', {
      body: { source: documentSource(await upload(story(1200, { paragraphs: 1 }))) },
    });
    expect.status(answer, 201, 400, 422);
    return `${answer.status} ${answer.body.code ?? answer.body.maximumCredits}`;
  });
  for (const sized of [true, false])
    await check(
      where,
      `a URL ${sized ? 'with' : 'without'} Content-Length with 1,200 pages: 413, or a job that fails as document_too_large and settles nothing`,
      async () => {
        const { url } = host(`/${unique('large')}.pdf`, story(1200, { paragraphs: 1 }), { sized });
        const answer = await call('createJob', { body: { source: { type: 'external', fileUrl: url } } });
        if (answer.status === 413) return '413';
        expect.status(answer, 201);
        const job = await wait(answer.body.id),
          bill = await call('getReceiptByJobId', { id: job.id });
        expect.equal([job.status, job.errorCode], ['failed', 'document_too_large'], 'status and errorCode');
        if (bill.status === 200) expect.equal(bill.body.settledCredits, 0, 'settledCredits');
        return '201, then failed';
      },
    );
}
