// Jobs that fail by their document's or their URL's fault: section 7, rule 2, with the design's errorCodes.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { check, expect, section } from '../runner.mjs';
import { artifacts, call, convert, convertUrl, documentSource, put, receipt, start, unique, wait } from '../client.mjs';
import { host } from '../file-host.mjs';
import { docx, marker, sha256, story } from '../documents.mjs';

const where = '§7.2';
const file = (bytes, fileName = 'x.pdf', fileType = 'application/pdf') => ({
  bytes: Buffer.from(bytes),
  fileName,
  fileType,
});
const half = (document) => ({ ...document, bytes: document.bytes.subarray(0, document.bytes.length / 2) });

async function fell(job, ...codes) {
  expect.equal(job.status, 'failed', 'status');
  expect.oneOf(job.errorCode, codes, 'errorCode');
  expect.that(!/node_modules|\n\s+at |file:\/\/|\/src\//.test(job.error), 'an error for users', job.error);
  if (job.stage) expect.equal(job.stage, 'error', 'stage');
  expect.equal(await artifacts(job.id), [], 'artifacts');
  const bill = await receipt(job.id);
  expect.equal(
    [bill.settledCredits, bill.outcome, bill.errorCode ?? job.errorCode],
    [0, 'failed', job.errorCode],
    'settledCredits, outcome, errorCode',
  );
  return `${job.errorCode}: ${job.error}`;
}

async function closedPort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function falls(document, codes, options) {
  return fell(await convert(document, options), ...codes);
}

export default async function failures() {
  section('failures');
  for (const [what, document, codes] of [
    ['random bytes', file(randomBytes(5000), 'x.bin', 'application/octet-stream'), ['unsupported_format']],
    ['random bytes named .pdf', file(randomBytes(5000)), ['unsupported_format', 'corrupt_document']],
    [
      'an ELF header',
      file(
        Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), randomBytes(3000)]),
        'a.out',
        'application/x-executable',
      ),
      ['unsupported_format'],
    ],
    ['a PDF header and rubbish', file(`%PDF-1.7\n${'rubbish '.repeat(300)}${marker()}`), ['corrupt_document']],
    [
      'a PDF header and random bytes',
      file(Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(4000)])),
      ['corrupt_document'],
    ],
    ['half a DOCX', half(docx([marker(), marker()])), ['corrupt_document', 'unsupported_format']],
    ['a PDF that opens with a password only', story(2, { password: 'secret' }), ['password_protected']],
  ])
    await check(where, `${what}: failed as ${codes.join(' or ')}, no artifacts, nothing settled`, () =>
      falls(document, codes),
    );
  await check(where, 'an empty file: failed, or 400 upload_missing', async () => {
    const slot = (await call('createUpload', { body: { fileName: 'empty.pdf', fileType: 'application/pdf' } })).body;
    const sent = await put(slot.uploadUrl, new Uint8Array());
    const answer = await call('createJob', { body: { source: documentSource(slot.documentId) } });
    if (answer.status === 400) return `PUT ${sent.status}, ${answer.body.code}`;
    expect.status(answer, 201);
    return fell(await wait(answer.body.id), 'corrupt_document', 'unsupported_format');
  });
  await check(where, 'a PDF cut in half: fails by name or is repaired', async () => {
    const job = await convert(half(story(4)));
    if (job.status === 'succeeded') return 'repaired';
    return fell(job, 'corrupt_document');
  });

  for (const name of ['content_hash', 'contentHash']) {
    await check('§4 content_hash', `createJob with a wrong ${name}: failed as content_hash_mismatch`, () =>
      falls(story(1), ['content_hash_mismatch'], { [name]: sha256('other') }),
    );
    await check(
      '§4 content_hash',
      `createUpload with a wrong ${name}: the PUT is refused, or the job fails as content_hash_mismatch`,
      async () => {
        const document = story(1),
          slot = (
            await call('createUpload', {
              body: { fileName: 'a.pdf', fileType: 'application/pdf', [name]: sha256('other') },
            })
          ).body;
        const sent = await put(slot.uploadUrl, document.bytes, { 'content-type': 'application/pdf' });
        if (sent.status >= 400) return `PUT ${sent.status}`;
        return fell(await wait((await start({ source: documentSource(slot.documentId) })).id), 'content_hash_mismatch');
      },
    );
    await check('§4 content_hash', `the right ${name} on createUpload and createJob is taken`, async () => {
      const document = story(1),
        slot = (
          await call('createUpload', {
            body: { fileName: 'a.pdf', fileType: 'application/pdf', [name]: sha256(document.bytes) },
          })
        ).body;
      const sent = await put(slot.uploadUrl, document.bytes, { 'content-type': 'application/pdf' });
      expect.that(sent.status < 300, '2xx', sent.status);
      const job = await wait(
        (await start({ source: documentSource(slot.documentId), [name]: sha256(document.bytes) })).id,
      );
      expect.equal(job.status, 'succeeded', 'status');
    });
  }
  await check('§4 content_hash', 'not of the form sha256:<hex>: 400, or content_hash_mismatch', async () => {
    const slot = (await call('createUpload', { body: { fileName: 'a.pdf', fileType: 'application/pdf' } })).body;
    await put(slot.uploadUrl, story(1).bytes);
    const answer = await call('createJob', {
      body: { source: documentSource(slot.documentId), content_hash: 'md5:abc' },
    });
    if (answer.status === 400) return '400';
    expect.status(answer, 201);
    return fell(await wait(answer.body.id), 'content_hash_mismatch');
  });
  await check('§4 content_hash', 'a URL whose bytes have another hash: content_hash_mismatch', async () =>
    fell(
      await convertUrl(host(`/${unique('hash')}.pdf`, story(1)).url, { content_hash: sha256('other') }),
      'content_hash_mismatch',
    ),
  );

  for (const [what, options, codes] of [
    ['answers 404', { status: 404 }, ['fetch_failed']],
    ['answers 500', { status: 500 }, ['fetch_failed']],
    ['is cut off before its Content-Length', { cutAt: 700 }, ['fetch_failed']],
    ['is cut off, chunked', { cutAt: 700, sized: false }, ['fetch_failed']],
    ['redirects to file:', { redirect: 'file:///etc/passwd' }, ['fetch_refused', 'fetch_failed']],
    [
      'redirects to a link-local address',
      { redirect: 'http://169.254.169.254/latest/meta-data' },
      ['fetch_refused', 'fetch_failed'],
    ],
  ])
    await check('§1 external', `a URL that ${what}: failed as ${codes.join(' or ')}`, async () =>
      fell(await convertUrl(host(`/${unique('bad')}.pdf`, story(2), options).url), ...codes),
    );
  await check('§1 external', 'a URL that redirects for ever: failed as fetch_failed or fetch_refused', async () => {
    const path = `/${unique('loop')}`,
      file = host(path, story(1), { redirect: path });
    const remark = await fell(await convertUrl(file.url), 'fetch_failed', 'fetch_refused');
    expect.that(file.requests.length < 40, 'few requests', file.requests.length);
    return `${remark}; ${file.requests.length} requests`;
  });
  await check('§1 external', 'a port where nobody listens: failed as fetch_failed', async () =>
    fell(await convertUrl(`http://127.0.0.1:${await closedPort()}/a.pdf`), 'fetch_failed'),
  );
  await check('§1 external', 'a host that does not exist: failed as fetch_failed (or fetch_refused)', async () =>
    fell(await convertUrl('http://no-such-host.invalid/a.pdf'), 'fetch_failed', 'fetch_refused'),
  );
  await check('§1 external', 'the fetch carries no credential of ours', async () => {
    const file = host(`/${unique('plain')}.pdf`, story(1));
    await convertUrl(file.url);
    const headers = file.requests.map((r) => r.headers);
    expect.that(
      headers.length && headers.every((h) => !h.authorization && !h.cookie),
      'no Authorization, no Cookie',
      headers,
    );
  });
  await check(where, 'after all this the service still converts', async () =>
    expect.equal((await convert(story(1))).status, 'succeeded', 'status'),
  );
}
