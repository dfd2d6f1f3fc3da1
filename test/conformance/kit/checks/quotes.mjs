// Section 4, createQuote and getQuote.
import { check, expect, once, section, skip } from '../runner.mjs';
import { call, documentSource, externalSource, keys, maxWaitMs, retries, sleep, unique, upload } from '../client.mjs';
import { host } from '../file-host.mjs';
import { finished, pagePrice } from '../fixtures.mjs';
import { apiError, quote as quoteSchema } from '../schemas.mjs';
import { story } from '../documents.mjs';

const where = '§4 createQuote';
const create = (source, more = {}, options) => call('createQuote', { body: { source, ...more }, ...options });
async function quoted(source, more) {
  const answer = await create(source, more);
  expect.status(answer, 201);
  expect.matches(answer.body, quoteSchema, 'quote');
  return answer.body;
}

export default async function quotes() {
  section('quotes');
  const seven = once(async () => {
    const document = story(7);
    return { document, source: documentSource(await upload(document)) };
  });
  await check(where, '201 with a quote of the listed fields, operation convert, capabilityVersion 1', async () => {
    const quote = await quoted((await seven()).source);
    expect.equal([quote.operation, quote.capabilityVersion], ['convert', '1'], 'operation and capabilityVersion');
  });
  await check(where, 'an upload is quoted on its exact page count', async () => {
    const { source, document } = await seven(),
      quote = await quoted(source);
    expect.equal(quote.maximumCredits, 7 * (await pagePrice()), 'maximumCredits');
    expect.equal(
      [quote.estimatedUsage.discoveredPages ?? 7, quote.estimatedUsage.inputBytes ?? document.bytes.length],
      [7, document.bytes.length],
      'estimatedUsage',
    );
    expect.that(quote.estimatedCredits <= quote.maximumCredits, 'estimatedCredits <= maximumCredits', quote);
    return `${await pagePrice()} credits a page`;
  });
  await check(where, 'startPage 5 of 7 is quoted as three pages', async () =>
    expect.equal(
      (await quoted((await seven()).source, { startPage: 5 })).maximumCredits,
      3 * (await pagePrice()),
      'maximumCredits',
    ),
  );
  await check(
    where,
    'includeImages, operation and capabilityVersion are taken',
    async () =>
      void (await quoted((await seven()).source, {
        operation: 'convert',
        capabilityVersion: '1',
        includeImages: true,
      })),
  );
  await check(where, 'allowPartial changes nothing', async () => {
    const answer = await create((await seven()).source, { allowPartial: true });
    expect.status(answer, 201, 400);
    if (answer.status === 201) expect.equal(answer.body.maximumCredits, 7 * (await pagePrice()), 'maximumCredits');
    return answer.status === 201 ? 'taken and ignored' : 'refused with 400';
  });
  await check('§2 Quote', 'expiresAt lies after createdAt and ahead (design: one hour)', async () => {
    const { createdAt, expiresAt } = await quoted((await seven()).source);
    expect.that(
      Math.abs(Date.parse(createdAt) - Date.now()) < 120_000 && Date.parse(expiresAt) > Date.now(),
      'now and later',
      { createdAt, expiresAt },
    );
    return `${Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60000)} min`;
  });
  await check(where, 'a quote reserves what the job then reserves', async () => {
    const { receipt, quote } = await finished();
    expect.equal(receipt.reservedCredits, quote.maximumCredits, 'reservedCredits');
    expect.equal(receipt.priceVersion, quote.priceVersion, 'priceVersion');
  });
  for (const [what, more] of [
    ['source missing', { source: undefined }],
    ['an unknown property', { pages: 1 }],
    ['operation translate', { operation: 'translate' }],
    ['startPage 0', { startPage: 0 }],
    ['startPage 100001', { startPage: 100001 }],
    ['includeImages a string', { includeImages: 'no' }],
    ['capabilityVersion empty', { capabilityVersion: '' }],
    ['idempotencyKey empty', { idempotencyKey: '' }],
    ['an unknown property of source', { source: { type: 'document', documentId: 'x', url: 'y' } }],
    ['both source shapes', { source: { type: 'external', fileUrl: 'https://example.com', documentId: 'x' } }],
  ])
    await check(where, `400 invalid_request: ${what}`, async () =>
      expect.code(await create((await seven()).source, more), 400, 'invalid_request'),
    );
  await check(where, 'a slot whose bytes never came: 400 upload_missing', async () => {
    const slot = await call('createUpload', { body: { fileName: 'a.pdf', fileType: 'application/pdf' } });
    expect.code(await create(documentSource(slot.body?.documentId)), 400, 'upload_missing');
  });

  await check(where, 'a URL is quoted at the minimum, whatever its pages', async () => {
    const file = host(`/${unique('ten')}.pdf`, story(10)),
      quote = await quoted(externalSource(file.url));
    expect.that(quote.maximumCredits <= (await pagePrice()), `at most ${await pagePrice()}`, quote.maximumCredits);
    return `${quote.maximumCredits} credits, asked by ${file.requests.map((r) => r.method).join(', ') || 'nobody'}`;
  });
  await check(where, 'quoting a URL does not download the file', async () => {
    const size = 64 * 1024 * 1024,
      file = host(`/${unique('huge')}.pdf`, story(1), { padTo: size });
    await quoted(externalSource(file.url));
    await sleep(500);
    expect.that(file.sent < size / 4, 'a small part of 64 MiB sent', file.sent);
    return `${file.sent} bytes sent`;
  });
  await check(where, 'a URL without Content-Length: 422 size_unknown with an ApiError', async () => {
    const answer = await create(externalSource(host(`/${unique('unsized')}.pdf`, story(3), { sized: false }).url));
    expect.code(answer, 422, 'size_unknown');
    expect.matches(answer.body, apiError, 'error body');
  });
  await check(where, 'a URL behind a redirect to a sized file is quoted', async () => {
    const target = host(`/${unique('target')}.pdf`, story(2));
    await quoted(externalSource(host(`/${unique('hop')}`, story(1), { redirect: target.url }).url));
  });
  await check(where, 'a URL that answers 404: an ApiError with a listed status', async () => {
    const answer = await create(externalSource(host(`/${unique('gone')}.pdf`, story(1), { status: 404 }).url));
    expect.status(answer, 400, 404, 422);
    expect.matches(answer.body, apiError, 'error body');
    return `${answer.status} ${answer.body.code}`;
  });

  for (const [by, send] of [
    ['header', (key) => [{}, { idempotencyKey: key }]],
    ['body', (key) => [{ idempotencyKey: key }, {}]],
  ]) {
    await check(where, `idempotency by ${by}: 201, then 200 with the same quote`, async () => {
      const { source } = await seven(),
        given = send(unique('quote'));
      const first = await create(source, ...given),
        second = await create(source, ...given);
      expect.status(first, 201);
      expect.status(second, 200);
      expect.equal(second.body, first.body, 'the same body:');
    });
    await check(
      where,
      `idempotency by ${by}: another request under the same key is 400 idempotency_key_reused`,
      async () => {
        const { source } = await seven(),
          [more, options] = send(unique('quote'));
        expect.status(await create(source, more, options), 201);
        expect.code(await create(source, { ...more, startPage: 2 }, options), 400, 'idempotency_key_reused');
      },
    );
  }
  await check(where, 'different keys in header and body are 400', async () =>
    expect.code(
      await create((await seven()).source, { idempotencyKey: unique('a') }, { idempotencyKey: unique('b') }),
      400,
      'invalid_request',
    ),
  );
  await check(where, '20 parallel requests under one key: one 201, nineteen 200, one quote', async () => {
    for (const answers of await retries('createQuote', { source: (await seven()).source }))
      for (const answer of answers) expect.equal(answer.body, answers[0].body, 'the same body:');
  });
  await check('§4 getQuote', '200 with the quote as it was made', async () => {
    const { quote } = await finished(),
      answer = await call('getQuote', { id: quote.id, key: keys.read });
    expect.status(answer, 200);
    expect.equal(answer.body, quote, 'quote');
  });
  await check('§4 getQuote', '404 for an unknown quote', async () =>
    expect.code(await call('getQuote', { id: unique('quote') }), 404, 'not_found'),
  );
  const { body } = await seven()
    .then(({ source }) => create(source))
    .catch(() => ({}));
  const left = Date.parse(body?.expiresAt ?? NaN) - Date.now();
  if (left < maxWaitMs)
    await check('§4 getQuote', '404 after expiresAt', async () => {
      await sleep(left + 1500);
      expect.code(await call('getQuote', { id: body.id }), 404, 'not_found');
    });
  else skip('§4 getQuote', '404 after expiresAt', 'expires after MAX_WAIT_S');
}
