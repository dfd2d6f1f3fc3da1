/** Uses the package scriptorium-md-client as it is installed: URL, key, file, URL of a server that is busy at times. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ConversionFailed, Scriptorium, ScriptoriumError, type ErrorCode, type Job } from 'scriptorium-md-client';

const [server, key, file, busy] = process.argv.slice(2) as [string, string, string, string];
process.env['SCRIPTORIUM_SERVER'] = server;
process.env['SCRIPTORIUM_KEY'] = key;

const { markdown, job } = await new Scriptorium().convert(file);
assert.equal(job.status, 'succeeded');

const client = new Scriptorium({ server, key });
const bytes = await readFile(file);
for (const source of [new File([bytes], 'sample.pdf'), new Blob([bytes]), new Uint8Array(bytes)])
  assert.equal((await client.convert(source, { endPage: 1, includeImages: false })).markdown, markdown);

const documentId = await client.upload(file);
const quote = await client.createQuote({ source: { type: 'document', documentId } });
assert.equal(quote.maximumCredits, 1);
const seen: Job[] = [];
const created = await client.createJob({ source: { type: 'document', documentId }, force_refresh: true });
const ended = await client.wait(created.id, { onProgress: (state) => seen.push(state) });
assert.deepEqual(seen.at(-1), ended);
const [artifact] = await client.artifacts(created.id);
assert.equal(await client.text(artifact!), markdown);
assert.equal(await (await client.download(artifact!)).text(), markdown);
assert.equal((await client.receipt(created.id)).settledCredits, 1);
assert.equal((await client.listJobs({ limit: 1, query: 'SAMPLE' })).jobs[0]?.documentName, 'sample.pdf');
assert.equal((await client.listJobs({ limit: 1 })).jobs[0]?.id, created.id);
assert.deepEqual(await client.listBatches({ limit: 1 }), { batches: [] });
await assert.rejects(client.createBatch({ source: 's3://acme-in/', destination: 's3://acme-out/' }), /S3_BUCKET/);
await client.deleteJob(created.id);
await client.deleteDocument(documentId);
assert.deepEqual(await client.artifacts(created.id), []);

// Each page is told once, in order, also of a document that is converted in ranges.
const rows = Array.from({ length: 4000 }, (_, row) => `Station ${row},${row}.5\n`).join('');
const csv = new File([`Place,Depth\n${rows}`], 'long.csv');
const pages: (readonly [number, number])[] = [];
const long = await client.convert(csv, { outputs: ['chunks'], ocr: 'off', onPage: (...page) => pages.push(page) });
const total = long.job.pageRange!.end;
assert.ok(total > 10);
assert.deepEqual(
  pages,
  Array.from({ length: total }, (_, page) => [page + 1, total]),
);
assert.deepEqual(
  long.artifacts.map(({ kind }) => kind),
  ['markdown', 'chunks'],
);

// Whoever stops waiting has the job canceled.
const stopping = new AbortController();
const states: Job[] = [];
const stopped = client.convert(csv, {
  forceRefresh: true,
  signal: stopping.signal,
  onProgress: (state) => {
    states.push(state);
    stopping.abort(new Error('stop'));
  },
});
await assert.rejects(stopped, /stop/);
assert.match((await client.getJob(states[0]!.id)).status, /^(?:canceled|succeeded)$/);

// Refuses every other request, breaks a connection, and never waits for a job.
const stubborn = new Scriptorium({ server: busy, key });
const again = await stubborn.convert(file, { forceRefresh: true });
assert.equal(again.markdown, markdown);

const longCell = new File([`Name,Text\nlong,${'x'.repeat(40_000)}\n`], 'long.csv');
for (const each of [client, stubborn]) {
  const { job: ofLong, warnings } = await each.convert(longCell, { forceRefresh: true });
  assert.deepEqual(
    warnings.map(({ kind }) => kind),
    ['cell-truncated'],
  );
  assert.deepEqual(await each.warnings(ofLong.id), warnings);
}

assert.equal((await client.convert(file, { password: 'not needed' })).markdown, markdown);
const failed = await client.convert(new Blob(['\u0000\u0001\u0002 nothing']), {}).catch((error: unknown) => error);
assert.ok(failed instanceof ConversionFailed);
const code: ErrorCode | 'unreachable' | 'refused' = failed.code;
assert.equal(code, 'unsupported_format');
assert.match(failed.jobId ?? '', /^job-/);
const refused = await new Scriptorium({ server, key: 'scr_live_wrong' })
  .getJob('job-1')
  .catch((error: unknown) => error);
assert.ok(refused instanceof ScriptoriumError);
assert.deepEqual([refused.status, refused.code, typeof refused.requestId], [401, 'unauthorized', 'string']);
const nobody = await new Scriptorium({ server: 'http://127.0.0.1:9', key, retries: 0 })
  .getJob('job-1')
  .catch((error: unknown) => error);
assert.ok(nobody instanceof ScriptoriumError && nobody.code === 'unreachable');
const stop = new AbortController();
stop.abort(new Error('enough'));
await assert.rejects(client.convert(file, { signal: stop.signal }), /enough/);
process.stdout.write(JSON.stringify({ markdown }));
