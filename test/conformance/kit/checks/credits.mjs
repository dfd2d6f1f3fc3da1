// Credits of workspace C, which starts with exactly three: 402, allowPartial, input_required, holds. The checks are one story.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Skipped, check, expect, once, section, show, skip } from '../runner.mjs';
import {
  artifacts,
  call,
  documentSource,
  externalSource,
  keys,
  markdown,
  parallel,
  race,
  receipt,
  retries,
  sleep,
  start,
  startDocument,
  succeeded,
  unique,
  upload,
  wait,
} from '../client.mjs';
import { host } from '../file-host.mjs';
import { job as jobSchema, paymentRequired } from '../schemas.mjs';
import { story } from '../documents.mjs';

const key = keys.poor;
const where = '§7 402';
const create = (body, options) => call('createJob', { key, body, ...options });
const jobsMade = [];
const begin = async (document, more) => remember(await startDocument(document, more, key));
const remember = (job) => (jobsMade.push(job.id), job);
const unsized = (document, more) =>
  start(
    { source: externalSource(host(`/${unique('unsized')}.pdf`, document, { sized: false }).url), ...more },
    { key },
  ).then(remember);

const ceiling = once(() => upload(story(1000, { paragraphs: 1 }), { key }));
/** The balance, by asking for more than there is: a 1,000-page job that is always refused. */
async function available() {
  const answer = await create({ source: documentSource(await ceiling()) });
  if (answer.status === 201) await call('cancelJob', { key, id: answer.body.id });
  expect.status(answer, 402);
  expect.that(typeof answer.body.availableCredits === 'number', 'availableCredits', answer.body);
  return answer.body.availableCredits;
}

/** A refund may follow the answer of cancelJob by a moment. */
async function refundedTo(balance) {
  for (let i = 0; i < 10 && (await available()) !== balance; i++) await sleep(500);
  expect.equal(await available(), balance, 'availableCredits after cancel');
}

async function grant() {
  await promisify(execFile)('sh', ['-c', process.env.GRANT_POOR]);
  return 100;
}

const joined = async (ids) =>
  (await Promise.all(ids.map((id) => markdown(id, key)))).join('\n').match(/zq[a-z]{12}xj/g) ?? [];

export default async function credits() {
  section('credits');
  let granted = 3;
  const ten = story(10),
    tenId = once(() => upload(ten, { key }));
  const retried = { document: story(4), key: unique('retry') };
  const pieces = [];

  await check(
    where,
    'createJob without the credits: PaymentRequiredError with topUpPath, requiredCredits 10, availableCredits 3',
    async () => {
      const answer = await create({ source: documentSource(await tenId()) });
      expect.code(answer, 402, 'insufficient_credits');
      expect.matches(answer.body, paymentRequired, 'PaymentRequiredError');
      expect.equal(
        [answer.body.requiredCredits, answer.body.availableCredits],
        [10, 3],
        'requiredCredits and availableCredits',
      );
      expect.that(/^(\/|https?:\/\/)/.test(answer.body.topUpPath), 'a path or URL in topUpPath', answer.body.topUpPath);
    },
  );
  await check(where, 'no quote in the body when none was saved', async () => {
    const answer = await create({ source: documentSource(await upload(story(5), { key })) });
    expect.equal(answer.body?.quote, undefined, 'quote');
  });
  await check(where, 'a refused createJob reserves nothing: the balance is still 3', async () =>
    expect.equal(await available(), 3, 'availableCredits'),
  );
  await check(where, 'a refused createJob under an idempotency key is 402 again while credits lack', async () => {
    retried.id = await upload(retried.document, { key });
    for (let i = 0; i < 2; i++)
      expect.status(await create({ source: documentSource(retried.id) }, { idempotencyKey: retried.key }), 402);
  });
  await check(
    '§4 createQuote',
    'a quote above the balance: 201 or a PaymentRequiredError; it reserves nothing; the 402 of its job is well formed',
    async () => {
      const source = documentSource(await tenId()),
        quote = await call('createQuote', { key, body: { source } });
      expect.status(quote, 201, 402);
      const refused = await create({ source });
      expect.status(refused, 402);
      expect.matches(refused.body, paymentRequired, 'PaymentRequiredError');
      if (refused.body.quote) expect.equal(refused.body.quote, quote.body, 'the saved quote:');
      expect.equal(await available(), 3, 'availableCredits');
      return `quote ${quote.status}, its job's 402 ${refused.body.quote ? 'carries' : 'does not carry'} it`;
    },
  );
  await check('§8', '1,000 pages are within the ceiling: 402, not 413', async () => void (await available()));
  await check('§7 413', '1,200 pages are 413 before credits are looked at', async () => {
    const answer = await create({ source: documentSource(await upload(story(1200, { paragraphs: 1 }), { key })) });
    expect.code(answer, 413, 'document_too_large');
    expect.equal(await available(), 3, 'availableCredits');
  });

  await check(
    '§3 input_required',
    'a URL without size and with more pages than credits: 201, then getJob answers 402',
    async () => {
      const job = await unsized(ten),
        answer = await wait(job.id, { key, payment: true });
      expect.status(answer, 402);
      expect.matches(answer.body, paymentRequired, 'PaymentRequiredError');
      expect.that(
        answer.body.requiredCredits === undefined || answer.body.requiredCredits > 0,
        'requiredCredits above 0',
        answer.body,
      );
      expect.equal(await artifacts(job.id, key), [], 'artifacts');
      const canceled = await call('cancelJob', { key, id: job.id });
      expect.status(canceled, 200);
      expect.equal(canceled.body.status, 'canceled', 'status after cancel');
      await refundedTo(3);
      return `required ${answer.body.requiredCredits}, available ${answer.body.availableCredits}`;
    },
  );

  await check('§4 allowPartial', '3 credits, 10 pages: partial true, nextStartPage 4, pageRange 1 to 3', async () => {
    const job = succeeded(await wait((await begin(ten, { allowPartial: true })).id, { key }));
    pieces.push(job);
    expect.equal(
      [job.partial, job.nextStartPage, job.pageRange],
      [true, 4, { start: 1, end: 3 }],
      'partial, nextStartPage, pageRange',
    );
    if (job.estimatedTotalPages !== undefined) expect.equal(job.estimatedTotalPages, 10, 'estimatedTotalPages');
  });
  await check('§4 allowPartial', 'the Markdown has the three pages and no other', async () =>
    expect.equal(await joined(pieces.map((p) => p.id)), ten.markers.slice(0, 3), 'markers'),
  );
  await check('§2 Receipt', 'of the partial job: reserved 3, settled 3, outcome partial', async () => {
    const { reservedCredits, settledCredits, outcome } = await receipt(pieces[0]?.id, key);
    expect.equal([reservedCredits, settledCredits, outcome], [3, 3, 'partial'], 'reserved, settled, outcome');
  });
  await check('§4 settle', 'the balance is 0 after it', async () =>
    expect.equal(await available(), 0, 'availableCredits'),
  );
  await check('§4 allowPartial', 'without any credit: 402, or a job that converts nothing', async () => {
    const answer = await create({ source: documentSource(await upload(story(3), { key })), allowPartial: true });
    expect.status(answer, 201, 402);
    if (answer.status === 402) return '402';
    remember(answer.body);
    await sleep(2000);
    const seen = await call('getJob', { key, id: answer.body.id });
    expect.that(seen.status === 402 || seen.body.status !== 'succeeded', 'no success', seen.body);
    await call('cancelJob', { key, id: answer.body.id });
    return `201, then ${seen.status} ${seen.body.status ?? ''} ${seen.body.errorCode ?? ''}`;
  });

  if (!process.env.GRANT_POOR) return skip('§4 credits', 'everything that needs new credits', 'GRANT_POOR is not set');
  await check('§4 credits', 'GRANT_POOR adds 100 credits', async () => {
    const before = await available();
    granted += await grant();
    expect.equal(await available(), before + 100, 'availableCredits');
  });
  await check('§4 startPage', 'startPage nextStartPage converts the rest, until nothing is left', async () => {
    while (pieces.at(-1)?.nextStartPage && pieces.length < 10)
      pieces.push(
        succeeded(
          await wait((await begin(ten, { allowPartial: true, startPage: pieces.at(-1).nextStartPage })).id, { key }),
        ),
      );
    const last = pieces.at(-1);
    expect.equal(
      [last?.partial ?? false, last?.nextStartPage, last?.pageRange?.end ?? 10],
      [false, undefined, 10],
      'partial, nextStartPage, end of pageRange',
    );
    expect.equal((await receipt(last.id, key)).settledCredits, 7, 'settledCredits');
    return `${pieces.length} pieces`;
  });
  await check('§4 startPage', 'the pieces joined have every page once and in order', async () =>
    expect.equal(await joined(pieces.map((p) => p.id)), ten.markers, 'markers'),
  );
  await check(where, 'after the grant, the retry under the key of a refused createJob starts the job', async () => {
    const answer = await create({ source: documentSource(retried.id) }, { idempotencyKey: retried.key });
    expect.status(answer, 201, 200);
    remember(answer.body);
    succeeded(await wait(answer.body.id, { key }));
  });
  await check(
    '§4 idempotency',
    '20 parallel requests under one key take one hold: the balance pays for one, and one is taken',
    async () => {
      const balance = await available(),
        pages = Math.floor(balance / 2) + 5;
      const body = { source: documentSource(await upload(story(pages), { key })) };
      const [answers] = await retries('createJob', body, { key, rounds: 1 });
      remember(answers[0].body);
      succeeded(await wait(answers[0].body.id, { key }));
      expect.equal(await available(), balance - pages, 'availableCredits');
    },
  );
  await check('§4 holds', '6 parallel jobs, each of more than half of the balance: one 201, five 402', async () => {
    const balance = await available(),
      pages = Math.floor(balance / 2) + 1;
    const ids = await parallel(6, () => upload(story(pages), { key }));
    const answers = await race(6, (i) => create({ source: documentSource(ids[i]) }));
    for (const { body } of answers.filter((a) => a.status === 201)) remember(body);
    expect.equal(
      answers
        .map((a) => a.status)
        .sort()
        .join(' '),
      '201 402 402 402 402 402',
      'statuses',
    );
    succeeded(await wait(answers.find((a) => a.status === 201).body.id, { key }));
    expect.equal(await available(), balance - pages, 'availableCredits');
  });
  await check('§3 cancel', 'canceling gives the whole hold back to the balance', async () => {
    granted += await grant();
    const balance = await available(),
      job = await begin(story(balance, { paragraphs: 5 }));
    const held = await available(),
      canceled = await call('cancelJob', { key, id: job.id });
    expect.status(canceled, 200);
    if (canceled.body.status === 'succeeded') throw new Skipped('the job was done before it could be canceled');
    expect.equal(held, 0, 'availableCredits while held');
    await refundedTo(balance);
  });
  await check(
    '§3 input_required',
    'a job that waits for credits proceeds after a grant, and settles its pages',
    async () => {
      const balance = await available(),
        pages = balance + 50,
        document = story(pages),
        job = await unsized(document);
      expect.status(await wait(job.id, { key, payment: true }), 402);
      granted += await grant();
      const done = succeeded(await wait(job.id, { key, payment: 'over' }));
      expect.matches(done, jobSchema, 'job');
      expect.equal(await joined([job.id]), document.markers, 'markers');
      const { reservedCredits, settledCredits } = await receipt(job.id, key);
      expect.equal([reservedCredits, settledCredits], [pages, pages], 'reserved and settled');
      expect.equal(await available(), 50, 'availableCredits');
    },
  );
  await check('§4 allowPartial', 'a URL without size: as many pages as the credits cover', async () => {
    const balance = await available(),
      document = story(balance + 10),
      job = succeeded(await wait((await unsized(document, { allowPartial: true })).id, { key }));
    expect.equal(
      [job.partial, job.nextStartPage, job.pageRange?.end ?? balance],
      [true, balance + 1, balance],
      'partial, nextStartPage, end of pageRange',
    );
    expect.equal(await joined([job.id]), document.markers.slice(0, balance), 'markers');
  });
  await check('§4 settle', 'granted = available + the settled credits of all receipts', async () => {
    const receipts = await Promise.all(jobsMade.map((id) => call('getReceiptByJobId', { key, id })));
    const settled = receipts.filter((r) => r.status === 200).reduce((sum, r) => sum + r.body.settledCredits, 0);
    const left = await available();
    expect.that(left + settled === granted, `${granted} in all`, show({ available: left, settled }));
  });
}
