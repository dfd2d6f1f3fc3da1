// Section 4, getReceipt and getReceiptByJobId.
import { check, expect, section } from '../runner.mjs';
import { call, raw, receipt, startDocument, wait } from '../client.mjs';
import { finished } from '../fixtures.mjs';
import { apiError, receipt as receiptSchema } from '../schemas.mjs';
import { story } from '../documents.mjs';

export default async function receipts() {
  section('receipts');
  await check('§2 Receipt', 'the id is rcpt_<jobId>', async () => {
    const { job, receipt } = await finished();
    expect.equal([receipt.id, receipt.jobId], [`rcpt_${job.id}`, job.id], 'id and jobId');
  });
  await check('§4 getReceipt', 'by id the same receipt as by jobId', async () => {
    const { receipt } = await finished(),
      answer = await call('getReceipt', { id: receipt.id });
    expect.status(answer, 200);
    expect.equal(answer.body, receipt, 'the same receipt:');
  });
  await check(
    '§2 Receipt',
    'of a whole job: kind original, originalReceiptId null, outcome succeeded, tier standard',
    async () => {
      const { kind, originalReceiptId, outcome, tier, errorCode } = (await finished()).receipt;
      expect.equal(
        [kind, originalReceiptId, outcome, tier, errorCode],
        ['original', null, 'succeeded', 'standard', undefined],
        'kind, originalReceiptId, outcome, tier, errorCode',
      );
    },
  );
  await check('§2 Receipt', 'three pages: three reserved, three settled', async () => {
    const { reservedCredits, settledCredits } = (await finished()).receipt;
    expect.equal([reservedCredits, settledCredits], [3, 3], 'reserved and settled');
  });
  await check('§2 Receipt', 'artifactIds are the ids of the artifacts', async () => {
    const { receipt, artifacts } = await finished();
    expect.equal([...receipt.artifactIds].sort(), artifacts.map((a) => a.id).sort(), 'artifactIds');
  });
  await check('§2 Receipt', "usage is the job's, in natural units", async () => {
    const { receipt, job, document } = await finished();
    if (job.usage) expect.equal(receipt.usage, job.usage, 'usage');
    expect.equal(
      [receipt.usage.discoveredPages ?? 3, receipt.usage.inputBytes ?? document.bytes.length],
      [3, document.bytes.length],
      'pages and bytes',
    );
  });
  await check(
    '§2 Receipt',
    'who, by which way: actorType api_key, channel api, sourceFormat pdf, where given',
    async () => {
      const { actorType, channel, sourceFormat, fundingSource } = (await finished()).receipt;
      expect.equal(
        [actorType ?? 'api_key', channel ?? 'api', fundingSource ?? 'prepaid'],
        ['api_key', 'api', 'prepaid'],
        'actorType, channel, fundingSource',
      );
      expect.that(sourceFormat === undefined || /pdf/i.test(sourceFormat), 'pdf', sourceFormat);
    },
  );
  await check(
    '§2 Receipt',
    'occurredAt and createdAt lie after the creation of the job, and within these minutes',
    async () => {
      const { receipt, job } = await finished();
      for (const at of [receipt.occurredAt, receipt.createdAt])
        expect.that(
          Date.parse(at) >= Date.parse(job.createdAt) && Date.parse(at) <= Date.now() + 5000,
          'a time since then',
          at,
        );
    },
  );
  await check('§2 Receipt', 'it never shows a key', async () => {
    const text = JSON.stringify((await finished()).receipt);
    expect.that(!/scr_live_/.test(text), 'no key', text);
  });
  await check('§4 getReceiptByJobId', 'a receipt does not change', async () => {
    const { receipt: before, job } = await finished();
    expect.equal(await receipt(job.id), before, 'the same receipt:');
  });
  for (const query of ['', '?jobId=', '?job_id=x'])
    await check('§4 getReceiptByJobId', `${query || 'no query'}: 400 invalid_request`, async () => {
      const answer = await raw('GET', `/api/v1/receipts${query}`);
      expect.code(answer, 400, 'invalid_request');
      expect.matches(answer.body, apiError, 'error body');
    });
  await check('§4 getReceiptByJobId', 'while the job is unfinished: 404, or a receipt of nothing settled', async () => {
    const { id } = await startDocument(story(200)),
      answer = await call('getReceiptByJobId', { id });
    const early = (await call('getJob', { id })).body;
    await wait(id);
    expect.status(answer, 200, 404);
    if (answer.status === 404) return '404';
    expect.matches(answer.body, receiptSchema, 'receipt');
    return `200, outcome ${answer.body.outcome}, job ${early.status}`;
  });
  for (const id of ['nope', 'rcpt_', 'rcpt_nope'])
    await check('§4 getReceipt', `${id} is 404 (or 400)`, async () =>
      expect.status(await call('getReceipt', { id }), 404, 400),
    );
}
