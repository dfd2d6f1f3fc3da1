/** Converts a file with clients that openapi-typescript made of the description: URL, key, file. */
import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi.ts';

const [baseUrl, key, file] = process.argv.slice(2) as [string, string, string];
const headers = { Authorization: `Bearer ${key}` };
const client = createClient<paths>({ baseUrl, headers });

// Fields with defaults may be left out.
const slot = await client.POST('/api/v1/uploads', { body: { fileName: 'sample.pdf', fileType: 'application/pdf' } });
if (!slot.data) throw new Error(slot.error.error);
await fetch(slot.data.uploadUrl, { method: 'PUT', body: await readFile(file) });
const created = await client.POST('/api/v1/jobs', {
  body: { source: { type: 'document', documentId: slot.data.documentId } },
});
if (!created.data) throw new Error(created.error.error);
let job: components['schemas']['Job'] = created.data;
while (job.status === 'queued' || job.status === 'running') {
  const read = await client.GET('/api/v1/jobs/{jobId}', { params: { path: { jobId: job.id } } });
  if (!read.data) throw new Error(read.error.error);
  job = read.data;
}
const listed = await client.GET('/api/v1/jobs/{jobId}/artifacts', { params: { path: { jobId: job.id } } });
const inFiveCalls = listed.data?.artifacts.find(({ kind }) => kind === 'markdown')?.text;

const form = new FormData();
form.set('file', new Blob([await readFile(file)]), 'sample.pdf');
const converted = await client.POST('/api/scriptorium/v1/convert', {
  params: { query: { output: 'json', endPage: 1 } },
  body: { file: 'sample.pdf' },
  bodySerializer: () => form,
});
const result = converted.data;
if (!result || typeof result === 'string' || !('markdown' in result)) throw new Error(converted.error?.error);

const missing = await client.GET('/api/v1/jobs/{jobId}', { params: { path: { jobId: 'job-none' } } });
const code: components['schemas']['ErrorCode'] | undefined = missing.error?.code;
process.stdout.write(JSON.stringify({ inFiveCalls, inOneCall: result.markdown, code }));
