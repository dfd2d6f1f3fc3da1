// Section 4, createJob: what is taken, what is refused, and what a retry does.
import { check, expect, section } from '../runner.mjs';
import {
  call,
  convert,
  convertUrl,
  documentSource,
  externalSource,
  keys,
  markdown,
  put,
  receipt,
  retries,
  start,
  succeeded,
  unique,
  upload,
  wait,
} from '../client.mjs';
import { host } from '../file-host.mjs';
import { finished } from '../fixtures.mjs';
import { sha256, story } from '../documents.mjs';

const where = '§4 createJob';
const lasting = ({
  id,
  operation,
  capabilityVersion,
  source,
  fileSource,
  includeImages,
  createdAt,
  idempotencyKey,
}) => ({ id, operation, capabilityVersion, source, fileSource, includeImages, createdAt, idempotencyKey });

export default async function jobs() {
  section('jobs');
  const source = async () => documentSource((await finished()).documentId);
  const create = async (more, options) => call('createJob', { body: { source: await source(), ...more }, ...options });

  await check(where, 'only source: 201 with operation convert, capabilityVersion 1, includeImages false', async () => {
    const { created } = await finished();
    expect.equal(
      [created.operation, created.capabilityVersion, created.includeImages ?? false],
      ['convert', '1', false],
      'defaults',
    );
  });
  await check('§2 Job', 'source is given back as it was sent', async () => {
    const { created, documentId } = await finished();
    expect.equal(created.source, documentSource(documentId), 'source');
  });
  await check('§3', 'a new job is queued, in stage preparing', async () => {
    const { created } = await finished();
    expect.equal([created.status, created.stage ?? 'preparing'], ['queued', 'preparing'], 'status and stage');
  });
  await check('§2 Job', 'createdAt is now', async () => {
    const { createdAt } = await start({ source: await source() });
    expect.that(Math.abs(Date.parse(createdAt) - Date.now()) < 120_000, 'a time within two minutes', createdAt);
  });
  await check(where, 'all fields at once are taken, and kept', async () => {
    const hash = sha256((await finished()).document.bytes),
      key = unique('job');
    const job = await start({
      operation: 'convert',
      capabilityVersion: '1',
      source: await source(),
      includeImages: true,
      force_refresh: true,
      forceRefresh: true,
      allowPartial: true,
      startPage: 1,
      content_hash: hash,
      contentHash: hash,
      idempotencyKey: key,
      webhookUrl: 'https://example.com/hook',
    });
    expect.equal(
      [job.includeImages ?? true, job.idempotencyKey ?? key],
      [true, key],
      'includeImages and idempotencyKey',
    );
    succeeded(await wait(job.id));
  });

  const hash = sha256('x');
  for (const [what, more] of [
    ['an unknown property', { pages: 3 }],
    ['a misspelt property', { includeimages: true }],
    ['an unknown property of source', { source: { type: 'document', documentId: 'x', size: 1 } }],
    ['operation translate', { operation: 'translate' }],
    ['operation empty', { operation: '' }],
    ['operation null', { operation: null }],
    ['capabilityVersion a number', { capabilityVersion: 1 }],
    ['capabilityVersion empty', { capabilityVersion: '' }],
    ['includeImages a string', { includeImages: 'true' }],
    ['includeImages a number', { includeImages: 1 }],
    ['force_refresh a string', { force_refresh: 'yes' }],
    ['forceRefresh null', { forceRefresh: null }],
    ['allowPartial a number', { allowPartial: 1 }],
    ['force_refresh and forceRefresh in conflict', { force_refresh: true, forceRefresh: false }],
    ['content_hash and contentHash in conflict', { content_hash: hash, contentHash: sha256('y') }],
    ['content_hash empty', { content_hash: '' }],
    ['contentHash a number', { contentHash: 3 }],
    ['idempotencyKey empty', { idempotencyKey: '' }],
    ['webhookUrl not a URI', { webhookUrl: 'not a uri' }],
    ['webhookUrl a number', { webhookUrl: 5 }],
    ['startPage 0', { startPage: 0 }],
    ['startPage -1', { startPage: -1 }],
    ['startPage 100001', { startPage: 100001 }],
    ['startPage 1.5', { startPage: 1.5 }],
    ['startPage a string', { startPage: '2' }],
    ['startPage null', { startPage: null }],
    ['source missing', { source: undefined }],
    ['source null', { source: null }],
    ['source a string', { source: 'x' }],
    ['source an array', { source: [] }],
    ['source without type', { source: { documentId: 'x' } }],
    ['source of unknown type', { source: { type: 'inline', documentId: 'x' } }],
    ['document without documentId', { source: { type: 'document' } }],
    ['document with empty documentId', { source: { type: 'document', documentId: '' } }],
    [
      'document with fileUrl too',
      { source: { type: 'document', documentId: 'x', fileUrl: 'https://example.com/a.pdf' } },
    ],
    ['external without fileUrl', { source: { type: 'external' } }],
    ['external with empty fileUrl', { source: { type: 'external', fileUrl: '' } }],
    [
      'external with documentId too',
      { source: { type: 'external', fileUrl: 'https://example.com/a.pdf', documentId: 'x' } },
    ],
    [
      'external with fileName a number',
      { source: { type: 'external', fileUrl: 'https://example.com/a.pdf', fileName: 4 } },
    ],
  ])
    await check(where, `400 invalid_request: ${what}`, async () =>
      expect.code(await create(more), 400, 'invalid_request'),
    );

  for (const [what, body] of [
    ['an empty object', {}],
    ['an array', []],
    ['null', 'null'],
    ['no body', undefined],
  ])
    await check(where, `400 invalid_request: ${what}`, async () =>
      expect.code(await call('createJob', { body }), 400, 'invalid_request'),
    );
  await check(where, 'a slot whose bytes never came: 400 upload_missing', async () => {
    const slot = await call('createUpload', { body: { fileName: 'a.pdf', fileType: 'application/pdf' } });
    expect.code(
      await call('createJob', { body: { source: documentSource(slot.body?.documentId) } }),
      400,
      'upload_missing',
    );
  });
  for (const fileUrl of ['not a url', 'ftp://127.0.0.1/a.pdf', 'file:///etc/passwd', 'javascript:1'])
    await check(where, `fileUrl ${fileUrl}: 400, or a job that fails as fetch_refused`, async () => {
      const answer = await call('createJob', { body: { source: externalSource(fileUrl) } });
      if (answer.status === 400) return '400';
      expect.status(answer, 201);
      expect.equal((await wait(answer.body.id)).errorCode, 'fetch_refused', 'errorCode');
      return '201, fetch_refused';
    });
  await check(where, 'an unknown capabilityVersion: 201 under that version, or 400, or 404', async () => {
    const answer = await create({ capabilityVersion: '999' });
    expect.status(answer, 201, 400, 404);
    if (answer.status === 201) expect.equal(answer.body.capabilityVersion, '999', 'capabilityVersion');
    return String(answer.status);
  });

  await check(where, 'startPage 1 converts everything', async () => {
    const document = story(2),
      job = succeeded(await convert(document, { startPage: 1 })),
      text = await markdown(job.id);
    expect.that(
      document.markers.every((m) => text.includes(m)),
      'both pages',
      text,
    );
    if (job.pageRange) expect.equal(job.pageRange, { start: 1, end: 2 }, 'pageRange');
  });
  await check(where, 'startPage 3 of 5 converts pages 3 to 5 and settles three', async () => {
    const document = story(5),
      job = succeeded(await convert(document, { startPage: 3 })),
      text = await markdown(job.id);
    expect.equal(
      document.markers.map((m) => text.includes(m)),
      [false, false, true, true, true],
      'pages',
    );
    if (job.pageRange) expect.equal(job.pageRange, { start: 3, end: 5 }, 'pageRange');
    expect.that(!job.partial && !job.nextStartPage, 'neither partial nor nextStartPage', job);
    expect.equal((await receipt(job.id)).settledCredits, 3, 'settledCredits');
  });
  await check(where, 'startPage 100000 is a valid request: the job fails as start_page_out_of_range', async () => {
    const answer = await call('createJob', {
      body: { source: documentSource(await upload(story(2))), startPage: 100000 },
    });
    if (answer.status === 400 && answer.body?.code === 'start_page_out_of_range')
      return 'refused at once with that code';
    expect.status(answer, 201);
    expect.equal((await wait(answer.body.id)).errorCode, 'start_page_out_of_range', 'errorCode');
  });
  await check(where, 'startPage 100000 of a URL: 201, then start_page_out_of_range', async () => {
    const { url } = host(`/${unique('far')}.pdf`, story(2));
    const job = await convertUrl(url, { startPage: 100000 });
    expect.equal([job.status, job.errorCode], ['failed', 'start_page_out_of_range'], 'status and errorCode');
  });

  for (const [by, send] of [
    ['header', (key) => [{}, { idempotencyKey: key }]],
    ['body', (key) => [{ idempotencyKey: key }, {}]],
  ]) {
    await check(where, `idempotency by ${by}: 201, then 200 with the same job, running or finished`, async () => {
      const [more, options] = send(unique('job'));
      const first = await create(more, options);
      expect.status(first, 201);
      const second = await create(more, options);
      expect.status(second, 200);
      expect.equal(lasting(second.body), lasting(first.body), 'the same job:');
      await wait(first.body.id);
      const third = await create(more, options);
      expect.status(third, 200);
      expect.equal(lasting(third.body), lasting(first.body), 'the same job:');
      return second.body.updatedAt === first.body.updatedAt && third.body.status === first.body.status
        ? 'replays the first answer'
        : 'answers with the job as it is';
    });
    await check(
      where,
      `idempotency by ${by}: another request under the same key is 400 idempotency_key_reused`,
      async () => {
        const [more, options] = send(unique('job'));
        expect.status(await create(more, options), 201);
        expect.code(await create({ ...more, startPage: 2 }, options), 400, 'idempotency_key_reused');
        expect.code(
          await create({ ...more, source: externalSource('https://example.com/a.pdf') }, options),
          400,
          'idempotency_key_reused',
        );
      },
    );
  }
  await check(where, 'a key first in the header, then in the body, is one key', async () => {
    const key = unique('job');
    const first = await create({}, { idempotencyKey: key }),
      second = await create({ idempotencyKey: key });
    expect.status(second, 200);
    expect.equal(second.body.id, first.body.id, 'job');
  });
  await check(where, 'different keys in header and body are 400', async () =>
    expect.code(await create({ idempotencyKey: unique('a') }, { idempotencyKey: unique('b') }), 400, 'invalid_request'),
  );
  await check(where, 'the same key in header and body is one key', async () => {
    const key = unique('job');
    expect.status(await create({ idempotencyKey: key }, { idempotencyKey: key }), 201);
  });
  await check(where, 'without a key, two requests are two jobs', async () => {
    const [a, b] = [await create(), await create()];
    expect.that(a.body?.id !== b.body?.id, 'two ids', a.body);
  });
  await check(where, '20 parallel requests under one key: one 201, nineteen 200, one job', async () => {
    for (const answers of await retries('createJob', {
      source: documentSource(await upload(story(2))),
      forceRefresh: true,
    })) {
      expect.equal(new Set(answers.map((a) => a.body.id)).size, 1, 'number of jobs');
      succeeded(await wait(answers[0].body.id));
      expect.equal((await receipt(answers[0].body.id)).reservedCredits, 2, 'reservedCredits');
    }
  });
  await check(where, "a key of one workspace is nothing to another's", async () => {
    const key = unique('job'),
      a = await create({}, { idempotencyKey: key });
    const b = await call('createJob', {
      key: keys.other,
      idempotencyKey: key,
      body: { source: documentSource(await upload(story(1), { key: keys.other })) },
    });
    expect.status(b, 201);
    expect.that(a.body.id !== b.body.id, 'another job', b.body);
  });
  await check('§2 Job', 'an echoed idempotencyKey is the one that was sent', async () => {
    const key = unique('job'),
      { body } = await create({}, { idempotencyKey: key });
    if (body.idempotencyKey === undefined) return 'absent';
    expect.equal(body.idempotencyKey, key, 'idempotencyKey');
  });
  await check(where, 'a second PUT after createJob does not hurt the job', async () => {
    const first = story(1),
      second = story(1);
    const slot = (await call('createUpload', { body: { fileName: 'a.pdf', fileType: 'application/pdf' } })).body;
    await put(slot.uploadUrl, first.bytes, { 'content-type': 'application/pdf' });
    const job = await start({ source: documentSource(slot.documentId) });
    const again = await put(slot.uploadUrl, second.bytes, { 'content-type': 'application/pdf' });
    const done = await wait(job.id);
    if (done.status !== 'succeeded') throw new Error(`the job ended as ${done.status} ${done.errorCode}`);
    const text = await markdown(job.id);
    if (text.includes(first.markers[0])) return `second PUT answers ${again.status}`;
    return `second PUT answers ${again.status}, and the job took the second bytes`;
  });

  await check(
    '§1',
    'an external URL is fetched and converted; source is given back, fileName document by default',
    async () => {
      const document = story(2),
        { url } = host(`/${unique('plain')}.pdf`, document);
      const job = succeeded(await convertUrl(url));
      expect.equal(
        { ...job.source, fileName: job.source.fileName ?? 'document' },
        { type: 'external', fileUrl: url, fileName: 'document' },
        'source',
      );
      const text = await markdown(job.id);
      expect.that(
        document.markers.every((m) => text.includes(m)),
        'both pages',
        text,
      );
      expect.equal((await receipt(job.id)).settledCredits, 2, 'settledCredits');
      return job.source.fileName === undefined ? 'fileName absent' : 'fileName document';
    },
  );
  await check('§2 Source', 'an external fileName is kept', async () => {
    const { url } = host(`/${unique('named')}.pdf`, story(1));
    const job = await start({ source: { ...externalSource(url), fileName: 'named.pdf' } });
    expect.equal(job.source.fileName, 'named.pdf', 'fileName');
  });
  for (const [what, options] of [
    ['without Content-Length', { sized: false }],
    ['slowly, over 3 s', { slowMs: 3000 }],
    ['slowly without Content-Length', { slowMs: 2000, sized: false }],
  ])
    await check('§4 createJob', `a URL served ${what} is converted`, async () => {
      const document = story(2),
        job = succeeded(await convertUrl(host(`/${unique('odd')}.pdf`, document, options).url)),
        text = await markdown(job.id);
      expect.that(
        document.markers.every((m) => text.includes(m)),
        'both pages',
        text,
      );
      expect.equal((await receipt(job.id)).settledCredits, 2, 'settledCredits');
    });
  await check('§4 createJob', 'a URL behind two redirects, one relative, is converted', async () => {
    const document = story(1),
      name = unique('hop');
    host(`/${name}-3.pdf`, document);
    const second = host(`/${name}-2`, document, { redirect: `/${name}-3.pdf` });
    const job = succeeded(await convertUrl(host(`/${name}-1`, document, { redirect: second.url }).url));
    expect.that((await markdown(job.id)).includes(document.markers[0]), 'the page', 'something else');
  });
}
