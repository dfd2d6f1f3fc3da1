// Section 4, createUpload, and the PUT that follows it.
import { check, expect, section, skip } from '../runner.mjs';
import {
  call,
  documentSource,
  keys,
  maxWaitMs,
  put,
  raw,
  retries,
  sleep,
  start,
  succeeded,
  unique,
  wait,
} from '../client.mjs';
import { apiError, uploadSlot } from '../schemas.mjs';
import { sha256, story } from '../documents.mjs';

const where = '§4 createUpload';
const valid = { fileName: 'story.pdf', fileType: 'application/pdf' };
const create = (body = valid, more) => call('createUpload', { body, ...more });
const refused = async (body, more) => expect.code(await create(body, more), 400, 'invalid_request');

async function slot(body, more) {
  const answer = await create(body, more);
  expect.status(answer, 201);
  expect.matches(answer.body, uploadSlot, 'upload slot');
  return answer.body;
}

export default async function uploads() {
  section('uploads');
  await check(where, '201 with an upload slot of the listed fields only', async () => void (await slot()));
  await check(where, 'every slot has its own documentId and objectKey', async () => {
    const [a, b] = [await slot(), await slot()];
    expect.that(a.documentId !== b.documentId && a.objectKey !== b.objectKey, 'different ids and keys', [a, b]);
  });
  await check('§2 Upload slot', 'expiresAt, when given, lies ahead', async () => {
    const { expiresAt } = await slot();
    if (!expiresAt) return 'absent';
    expect.that(Date.parse(expiresAt) > Date.now(), 'a time to come', expiresAt);
    return `${Math.round((Date.parse(expiresAt) - Date.now()) / 60000)} min`;
  });
  for (const [what, body] of [
    ['fileName missing', { fileType: 'a/b' }],
    ['fileType missing', { fileName: 'a' }],
    ['fileName empty', { ...valid, fileName: '' }],
    ['fileType empty', { ...valid, fileType: '' }],
    ['fileName a number', { ...valid, fileName: 7 }],
    ['fileType null', { ...valid, fileType: null }],
    ['idempotencyKey empty', { ...valid, idempotencyKey: '' }],
    ['idempotencyKey a number', { ...valid, idempotencyKey: 1 }],
    ['content_hash empty', { ...valid, content_hash: '' }],
    ['contentHash an object', { ...valid, contentHash: {} }],
    ['content_hash and contentHash in conflict', { ...valid, content_hash: sha256('a'), contentHash: sha256('b') }],
    ['an unknown property', { ...valid, size: 3 }],
    ['an array', [valid]],
    ['null', 'null'],
    ['a string', '"story.pdf"'],
  ])
    await check(where, `400 invalid_request: ${what}`, () => refused(body));
  await check(
    where,
    'content_hash and contentHash that agree are taken',
    async () => void (await slot({ ...valid, content_hash: sha256('a'), contentHash: sha256('a') })),
  );
  for (const fileName of ['../../etc/passwd', 'Übergröße 文書 🗎.pdf', 'a'.repeat(3000), 'a/b\\c:"|?*.pdf'])
    await check(where, `fileName ${fileName.slice(0, 24)}: a slot whose objectKey does not climb, or 400`, async () => {
      const answer = await create({ ...valid, fileName });
      expect.status(answer, 201, 400);
      if (answer.status === 201)
        expect.that(!answer.body.objectKey.split('/').includes('..'), 'no .. in objectKey', answer.body.objectKey);
      return String(answer.status);
    });

  for (const [by, send] of [
    ['header', (key) => ({ idempotencyKey: key })],
    ['body', (key) => ({ body: { ...valid, idempotencyKey: key } })],
  ]) {
    await check(where, `idempotency by ${by}: 201, then 200 with the same body`, async () => {
      const key = unique('upload');
      const [first, second] = [
        await call('createUpload', { body: valid, ...send(key) }),
        await call('createUpload', { body: valid, ...send(key) }),
      ];
      expect.status(first, 201);
      expect.status(second, 200);
      expect.equal(second.body, first.body, 'the same body:');
    });
    await check(
      where,
      `idempotency by ${by}: another request under the same key is 400 idempotency_key_reused`,
      async () => {
        const key = unique('upload');
        const given = send(key);
        expect.status(await call('createUpload', { body: valid, ...given }), 201);
        expect.code(
          await call('createUpload', { ...given, body: { ...valid, ...given.body, fileName: 'other.pdf' } }),
          400,
          'idempotency_key_reused',
        );
      },
    );
  }
  await check(where, 'a key first in the header, then in the body, is one key', async () => {
    const key = unique('upload');
    const first = await create(valid, { idempotencyKey: key });
    const second = await create({ ...valid, idempotencyKey: key });
    expect.status(second, 200);
    expect.equal(second.body, first.body, 'the same body:');
  });
  await check(where, 'different keys in header and body are 400', async () =>
    refused({ ...valid, idempotencyKey: unique('a') }, { idempotencyKey: unique('b') }),
  );
  await check(where, '20 parallel requests under one key: one 201, nineteen 200, one slot', async () => {
    for (const answers of await retries('createUpload', valid))
      for (const answer of answers) expect.equal(answer.body, answers[0].body, 'the same body:');
  });
  await check(where, "a key of one workspace is nothing to another's", async () => {
    const key = unique('upload');
    const [a, b] = [
      await create(valid, { idempotencyKey: key }),
      await create(valid, { idempotencyKey: key, key: keys.other }),
    ];
    expect.status(b, 201);
    expect.that(a.body.documentId !== b.body.documentId, 'another slot', b.body);
  });

  await check('§5.7 upload', 'PUT without Authorization stores the bytes; a job reads them', async () => {
    const document = story(1),
      { documentId, uploadUrl } = await slot();
    const sent = await put(uploadUrl, document.bytes, { 'content-type': 'application/pdf' });
    expect.status(sent, 200, 201, 204);
    succeeded(await wait((await start({ source: documentSource(documentId) })).id));
    return `PUT answers ${sent.status}`;
  });
  await check('§5.7 upload', 'PUT without a content type is as good', async () => {
    const { uploadUrl } = await slot();
    const sent = await raw('PUT', uploadUrl, {
      key: null,
      body: story(1).bytes,
      headers: { 'content-type': undefined },
    });
    expect.that(sent.status >= 200 && sent.status < 300, '2xx', `${sent.status} ${sent.text}`);
  });
  for (const method of ['POST', 'GET', 'DELETE'])
    await check('§5.7 upload', `${method} to uploadUrl is refused`, async () => {
      const document = story(1),
        { uploadUrl } = await slot();
      await put(uploadUrl, document.bytes);
      const answer = await raw(method, uploadUrl, {
        key: null,
        ...(method === 'POST' ? { body: document.bytes } : {}),
      });
      expect.that(answer.status >= 400 && answer.status < 500, '4xx', answer.status);
      expect.that(!answer.bytes.includes('%PDF'), 'none of the bytes', 'the document');
      return String(answer.status);
    });
  await check('§5.7 upload', 'a PUT whose signature was changed is refused', async () => {
    const { uploadUrl } = await slot();
    const url = new URL(uploadUrl);
    const [name, value] = [...url.searchParams].find(([n]) => /sig|token|hmac/i.test(n)) ?? [];
    if (name)
      url.searchParams.set(
        name,
        value.replace(/.(.{3})$/, (_, tail) => `${value.at(-4) === 'a' ? 'b' : 'a'}${tail}`),
      );
    else url.pathname = url.pathname.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a'));
    const answer = await put(url.href, story(1).bytes);
    expect.that(answer.status >= 400 && answer.status < 500, '4xx', answer.status);
    return `${answer.status}${name ? '' : ', no signature parameter found: path changed'}`;
  });
  await check('§5.7 upload', "a PUT to one slot's URL does not fill another slot", async () => {
    const [a, b] = [await slot(), await slot()];
    await put(a.uploadUrl, story(1).bytes);
    expect.code(await call('createJob', { body: { source: documentSource(b.documentId) } }), 400, 'upload_missing');
  });
  const { expiresAt, uploadUrl } = (await create().catch(() => ({}))).body ?? {};
  const left = Date.parse(expiresAt ?? NaN) - Date.now();
  if (left < maxWaitMs)
    await check('§5.7 upload', 'a PUT after expiresAt is refused', async () => {
      await sleep(left + 1500);
      const answer = await put(uploadUrl, story(1).bytes);
      expect.that(answer.status >= 400 && answer.status < 500, '4xx', answer.status);
    });
  else skip('§5.7 upload', 'a PUT after expiresAt is refused', 'expires after MAX_WAIT_S');
  await check('§5.7 upload', 'an error at uploadUrl never shows a stack or a path of the server', async () => {
    const answer = await raw('PUT', `${(await slot()).uploadUrl}x`, { key: null, body: 'x' });
    expect.that(!/node_modules|\n\s+at /.test(answer.text), 'no stack', answer.text);
  });
  await check('§7', 'the error of createUpload names the field', async () => {
    const answer = await create({ fileType: 'a/b' });
    expect.matches(answer.body, apiError, 'error body');
    expect.that(/fileName/.test(answer.body.error), 'a message that names fileName', answer.body.error);
  });
}
