// Section 5: who may do what, and what a refusal gives away.
import { check, expect, section, show } from '../runner.mjs';
import { call, documentSource, keys, operations, raw, unknownKey, upload } from '../client.mjs';
import { finished, targets } from '../fixtures.mjs';
import { apiError } from '../schemas.mjs';
import { story } from '../documents.mjs';

const creates = ['createUpload', 'createJob', 'createQuote'];
const bodyFor = (operation, documentId) =>
  operation === 'createUpload'
    ? { fileName: 'a.pdf', fileType: 'application/pdf' }
    : creates.includes(operation)
      ? { source: documentSource(documentId) }
      : undefined;

/** The same request against something that exists and something that does not. */
async function both(operation, key) {
  if (operation === 'createUpload') return [await call(operation, { key, body: bodyFor(operation) })];
  if (creates.includes(operation)) {
    const { documentId } = await finished();
    return Promise.all(
      [documentId, `${documentId}0`].map((x) => call(operation, { key, body: bodyFor(operation, x) })),
    );
  }
  const { known, unknown } = await targets(operation);
  return Promise.all([known, unknown].map((id) => call(operation, { key, id })));
}

export default async function access() {
  section('access');
  const credentials = {
    'no header': () => ({ key: null }),
    'an empty header': () => ({ key: null, headers: { authorization: '' } }),
    'Bearer without a key': () => ({ key: null, headers: { authorization: 'Bearer' } }),
    'another scheme': () => ({
      key: null,
      headers: { authorization: `Basic ${Buffer.from(`x:${keys.all}`).toString('base64')}` },
    }),
    'the bare key': () => ({ key: null, headers: { authorization: keys.all } }),
    'two words': () => ({ key: `${keys.all} ${keys.all}` }),
    'another prefix': () => ({ key: keys.all.replace(/^[a-z]+_[a-z]+_/, 'xyz_test_') }),
    'an unknown key': () => ({ key: unknownKey() }),
    'a key with its last character changed': () => ({ key: keys.all.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a')) }),
    'a key with one character more': () => ({ key: `${keys.all}a` }),
    'a very long key': () => ({ key: `scr_live_${'a'.repeat(6000)}` }),
  };
  for (const [what, credential] of Object.entries(credentials))
    await check('§5.3', `401 ApiError for ${what}`, async () => {
      const answer = await call('getJob', { id: (await targets('getJob')).known, ...credential() });
      expect.status(answer, 401);
      expect.matches(answer.body, apiError, 'error body');
    });
  for (const operation of Object.keys(operations))
    await check(
      '§5.1',
      `${operation} takes a bearer key: 401 unauthorized without one and with an unknown one`,
      async () => {
        const { known } = await targets(operation);
        for (const key of [null, unknownKey()]) {
          const answer = await call(operation, {
            key,
            id: known,
            body: bodyFor(operation, (await finished()).documentId),
          });
          expect.code(answer, 401, 'unauthorized');
        }
      },
    );
  await check('§5.1', 'a key in the query string is no credential', async () => {
    const { job } = await finished();
    for (const name of ['key', 'api_key', 'access_token', 'token'])
      expect.status(await raw('GET', `/api/v1/jobs/${job.id}?${name}=${keys.all}`, { key: null }), 401);
  });
  await check('§5.3', 'a bad body without a key is 401, not 400', async () =>
    expect.status(await raw('POST', '/api/v1/jobs', { key: null, body: '{"source":' }), 401),
  );

  for (const [operation, { scope }] of Object.entries(operations)) {
    for (const held of ['read', 'write', 'delete'].filter((s) => s !== scope))
      await check(
        '§5.5',
        `${operation} with documents:${held} alone: 403 insufficient_scope, the same for what exists and what does not`,
        async () => {
          const answers = await both(operation, keys[held]);
          for (const answer of answers) expect.code(answer, 403, 'insufficient_scope');
          for (const answer of answers) expect.equal(answer.body, answers[0].body, 'one body for both:');
        },
      );
    await check('§5.4', `${operation} works with documents:${scope} alone`, async () => {
      const answer =
        operation === 'createUpload'
          ? (await both(operation, keys[scope]))[0]
          : creates.includes(operation)
            ? await call(operation, { key: keys[scope], body: bodyFor(operation, await upload(story(1))) })
            : await call(operation, { key: keys[scope], id: (await targets(operation)).known });
      expect.status(answer, ...(creates.includes(operation) ? [201] : [200]));
    });
  }

  for (const operation of Object.keys(operations).filter((o) => !creates.includes(o)))
    await check(
      '§7',
      `${operation}: 404 not_found for an unknown id, and the same for another workspace's`,
      async () => {
        const { known, unknown } = await targets(operation);
        const missing = await call(operation, { id: unknown });
        const foreign = await call(operation, { id: known, key: keys.other });
        expect.code(missing, 404, 'not_found');
        expect.code(foreign, 404, 'not_found');
        const wording = (answer) =>
          show(answer.body)
            .replaceAll(known, 'ID')
            .replaceAll(unknown, 'ID')
            .replaceAll(known.replace('rcpt_', ''), 'ID')
            .replaceAll(unknown.replace('rcpt_', ''), 'ID');
        expect.equal(wording(foreign), wording(missing), 'one wording for both:');
      },
    );
  for (const operation of ['createJob', 'createQuote'])
    await check('§7', `${operation}: 404 for an unknown documentId, and the same for another workspace's`, async () => {
      const { documentId } = await finished();
      expect.code(await call(operation, { body: bodyFor(operation, `${documentId}0`) }), 404, 'not_found');
      expect.code(await call(operation, { key: keys.other, body: bodyFor(operation, documentId) }), 404, 'not_found');
    });
  await check('§5', 'a job of one key is seen by every key of its workspace', async () => {
    const { job } = await finished();
    expect.equal((await call('getJob', { key: keys.read, id: job.id })).body?.id, job.id, 'job id');
  });
  for (const odd of ['..%2F..%2Fhealthz', '%00', '%E2%80%AE', 'a'.repeat(2000), "'%20or%201=1", '%ZZ', '*', '..%5C..'])
    await check('§4 ids', `an odd id (${odd.slice(0, 20)}) is 400 or 404 with an ApiError`, async () => {
      for (const path of [
        `/api/v1/jobs/${odd}`,
        `/api/v1/artifacts/${odd}`,
        `/api/v1/quotes/${odd}`,
        `/api/v1/receipts/${odd}`,
        `/api/v1/receipts?jobId=${odd}`,
      ]) {
        const answer = await raw('GET', path);
        expect.status(answer, 400, 404);
        expect.matches(answer.body, apiError, 'error body');
      }
    });
}
