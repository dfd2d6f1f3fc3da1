// The document cache: section 2 (cached) and section 4 (force_refresh).
import { check, expect, once, section } from '../runner.mjs';
import { artifacts, convert, keys, markdown, receipt, succeeded } from '../client.mjs';
import { story } from '../documents.mjs';

const runs = once(async () => {
  const document = story(4, { image: true });
  const first = succeeded(await convert(document)),
    second = succeeded(await convert(document));
  return { document, first, second };
});

export default async function cache() {
  section('cache');
  const where = '§2 cached';
  await check(where, 'a first conversion is not cached', async () =>
    expect.that(!(await runs()).first.cached, 'cached absent or false', true),
  );
  await check(where, 'the same bytes uploaded again, converted again: cached true', async () =>
    expect.equal((await runs()).second.cached, true, 'cached'),
  );
  await check(where, 'a cached job has artifacts of its own with the same Markdown', async () => {
    const { first, second } = await runs(),
      [a, b] = [await artifacts(first.id), await artifacts(second.id)];
    expect.that(
      b.every((x) => x.jobId === second.id && !a.some((y) => y.id === x.id)),
      'ids of its own',
      b,
    );
    expect.equal(await markdown(second.id), await markdown(first.id), 'the same Markdown:');
  });
  await check(where, 'a cached job settles nothing (design: cached pages are free) and has its receipt', async () => {
    expect.equal((await receipt((await runs()).second.id)).settledCredits, 0, 'settledCredits');
  });
  for (const name of ['force_refresh', 'forceRefresh'])
    await check('§4 force_refresh', `${name} true: not cached, and paid as a full conversion`, async () => {
      const { document } = await runs(),
        job = succeeded(await convert(document, { [name]: true }));
      expect.that(!job.cached, 'cached absent or false', job.cached);
      const { settledCredits, usage } = await receipt(job.id);
      expect.equal([settledCredits, usage.discoveredPages ?? 4], [4, 4], 'settledCredits and pages');
    });
  await check('§4 force_refresh', 'forceRefresh false uses the cache', async () => {
    expect.equal((await convert((await runs()).document, { forceRefresh: false })).cached, true, 'cached');
  });
  await check(where, 'other options are another entry: includeImages true has its images', async () => {
    const job = succeeded(await convert((await runs()).document, { includeImages: true }));
    expect.that(
      (await artifacts(job.id)).some((a) => a.kind === 'image'),
      'an image artifact',
      'none',
    );
  });
  await check(where, 'another range is another entry: startPage 3 has its two pages only', async () => {
    const { document } = await runs(),
      job = succeeded(await convert(document, { startPage: 3 })),
      text = await markdown(job.id);
    expect.equal(
      document.markers.map((m) => text.includes(m)),
      [false, false, true, true],
      'pages',
    );
  });
  await check(where, "another workspace's conversion is not in the cache (design: same workspace)", async () => {
    const job = succeeded(await convert((await runs()).document, {}, keys.other));
    expect.that(!job.cached, 'cached absent or false', job.cached);
  });
  await check(where, 'a failure is not cached', async () => {
    const broken = {
      bytes: Buffer.from(`%PDF-1.7\n${'broken '.repeat(200)}${Math.random()}`),
      fileName: 'x.pdf',
      fileType: 'application/pdf',
    };
    const [a, b] = [await convert(broken), await convert(broken)];
    expect.equal([a.status, b.status, b.cached ?? false], ['failed', 'failed', false], 'status, status, cached');
  });
}
