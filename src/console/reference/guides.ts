import { SERVER } from './samples.ts';

/** A code with what it means and what to do, as the service lists it. */
export interface CodeRow {
  readonly status?: number;
  readonly code: string;
  readonly meaning: string;
  readonly remedy: string;
}

export interface Guide {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
}

/** Guides for readers besides the operations. */
export function buildGuides(responses: readonly CodeRow[], failures: readonly CodeRow[]): readonly Guide[] {
  return [
    { id: 'first-call', title: 'First call', markdown: FIRST_CALL },
    { id: 'several-calls', title: 'Large files, and many', markdown: SEVERAL_CALLS },
    { id: 'errors', title: 'Errors', markdown: errors(responses, failures) },
    { id: 'idempotency', title: 'Safe repetition', markdown: IDEMPOTENCY },
    { id: 'partial', title: 'Credits and partial conversion', markdown: PARTIAL },
    { id: 'webhooks', title: 'Webhooks', markdown: WEBHOOKS },
  ];
}

const FIRST_CALL = `
Every request has an API key: the one that the service printed when it started, or one that an operator created with
\`scriptorium keys create\`. Enter it at the top of this page, and every operation below can be tried.

\`\`\`sh
export SCRIPTORIUM_KEY=scr_live_…
curl -F file=@report.pdf -H "Authorization: Bearer $SCRIPTORIUM_KEY" ${SERVER}/convert
\`\`\`

The response is the Markdown of the document. A URL works as well as a file: \`-F url=https://example.com/report.pdf\`.
With \`-F output=json\`, the response also has the job, its artifacts and the warnings. Without it, the header
\`X-Warnings\` says what to check in the Markdown of a damaged or blurred document; \`curl -D -\` prints it. If the conversion takes longer
than \`wait\` (30 seconds by default), the response is 202 with a job: poll the URL in \`Location\` every 2 to 5
seconds. [All options](#convert).

A key has scopes: \`documents:read\` for what only reads, \`documents:write\` for what uploads and converts,
\`documents:delete\` for what cancels and deletes. A key belongs to one workspace and sees only what this workspace owns.
`;

const SEVERAL_CALLS = `
\`POST /convert\` sends the file through the API. For large files, or to follow the progress, take the steps one by one:

1. [createUpload](#createUpload) returns a \`documentId\` and an \`uploadUrl\`.
2. PUT the bytes of the file to \`uploadUrl\`, without the API key.
3. [createJob](#createJob) with the \`documentId\`. A job for a URL needs no upload.
4. [getJob](#getJob) every 2 to 5 seconds, until \`status\` is \`succeeded\`, \`failed\` or \`canceled\`. \`message\` says how
   many pages are done.
5. [listJobArtifacts](#listJobArtifacts): the Markdown as \`text\`, or a \`downloadUrl\` if it is large, and each image.

A job that waits for credits has the status \`input_required\`. Its results are deleted after the retention time, when
the status becomes \`expired\`; [deleteJob](#deleteJob) deletes them earlier. The [receipt](#getReceiptByJobId) remains.
`;

const IDEMPOTENCY = `
Send an \`Idempotency-Key\` of your own, such as a UUID or an order number, with convert, createUpload, createJob,
createQuote and cancelJob. If no response arrives, or one with 503 or 429, send the same request again with the same
key: for 24 hours, it returns the same job, and nothing is converted or charged twice. The request that created the job
receives 201, the others 200.

\`\`\`sh
curl -H "Authorization: Bearer $SCRIPTORIUM_KEY" -H "Idempotency-Key: order-4711" \\
  -F file=@report.pdf ${SERVER}/convert
\`\`\`

The same key with another request is refused with 400 \`idempotency_key_reused\`. Wait as many seconds as
\`Retry-After\` says.
`;

const PARTIAL = `
Credits are held when a job starts and charged for the pages that were converted; the rest is returned. A
[quote](#createQuote) says in advance how many will be held. With too few, the response is 402 with
\`requiredCredits\`, \`availableCredits\` and \`topUpPath\`. Add credits and repeat the request with the same idempotency
key.

With \`allowPartial\`, the job converts as many pages as the credits cover instead. It then has \`partial: true\` and
\`nextStartPage\` (\`X-Next-Start-Page\` of \`POST /convert\`). To convert the rest, create a job with that value as
\`startPage\`. Together, the parts contain each page once.
`;

const WEBHOOKS = `
Preview: continue to poll. If a job has a \`webhookUrl\`, the service sends a POST request to it when the job has ended:

\`\`\`json
{ "type": "job.succeeded", "timestamp": "2026-11-21T09:00:04.000Z", "data": { "id": "job-…", "status": "succeeded" } }
\`\`\`

\`type\` is \`job.succeeded\`, \`job.failed\` or \`job.canceled\`; \`data\` is the job. Respond with 2xx within 15 seconds.
Anything else is repeated for one day, with growing delays; 410 ends it. Duplicates have the same \`webhook-id\`.
Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) describe, with the secret that
\`scriptorium webhooks secret --workspace NAME\` prints. Verify the unchanged body before you use it:

\`\`\`ts
import { createHmac, timingSafeEqual } from 'node:crypto';

export function verify(secret: string, headers: Record<string, string>, body: string): any {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  const good = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  if (!good || Math.abs(Date.now() / 1000 - Number(sentAt)) > 300) throw new Error('not from Scriptorium');
  return JSON.parse(body);
}
\`\`\`
`;

const errors = (responses: readonly CodeRow[], failures: readonly CodeRow[]): string => `
An error is JSON with \`error\`, a message for people, and \`code\`, which is stable: decide by the code, show the
message. Responses with 429 and 503 have \`Retry-After\`, a number of seconds. If you report an error, include
\`X-Request-Id\` of the response: it is in the log of the service.

| status | code | meaning | what to do |
|---|---|---|---|
${responses.map(({ status, code, meaning, remedy }) => `| ${status} | \`${code}\` | ${meaning} | ${remedy} |`).join('\n')}

A failed job has one of these as \`errorCode\`, and costs nothing. \`POST /convert\` returns them with 422, and
createQuote with 400:

| errorCode | meaning | what to do |
|---|---|---|
${failures.map(({ code, meaning, remedy }) => `| \`${code}\` | ${meaning} | ${remedy} |`).join('\n')}
`;
