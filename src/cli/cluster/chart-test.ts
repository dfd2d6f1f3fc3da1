import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Objects } from '../../objects/objects.ts';
import { createApiKey, revokeApiKey } from '../../api/credentials/api-keys.ts';
import { grantCredits } from '../../accounting/grants.ts';
import { DOCUMENT_SCOPES } from '../../records/types.ts';
import { samplePdf } from '../../samples/pdf.ts';
import { findArtifact } from '../rest/artifacts.ts';
import { restClient } from '../rest/client.ts';
import { watchJob } from '../rest/jobs.ts';
import { inStep } from './test-steps.ts';

export const WORKSPACE = 'helm-test';

/**
 * Lends a key of the workspace `helm-test`, with the one credit that the conversion costs; the key is revoked
 * afterwards.
 */
export async function withTestKey<T>(
  objects: Objects,
  ledger: Ledger,
  now: () => Date,
  use: (key: string) => Promise<T>,
): Promise<T> {
  await grantCredits(objects, ledger, {
    id: `grant_${randomUUID().replaceAll('-', '')}`,
    workspace: WORKSPACE,
    credits: 1,
    createdAt: now().toISOString(),
  });
  const { key, record } = await createApiKey(objects, { workspace: WORKSPACE, scopes: DOCUMENT_SCOPES, now: now() });
  try {
    return await use(key);
  } finally {
    await revokeApiKey(objects, record.id, now());
  }
}

/**
 * Run by `helm test`: uploads a PDF of one page to the service at `server`, converts it anew, and compares the
 * Markdown and the receipt. Throws what is wrong, as a sentence that names the step.
 */
export async function convertOnce(server: string, key: string, print: (line: string) => void): Promise<void> {
  const client = restClient(server, key);
  const words = `Scriptorium converts this page, ${randomUUID()}.`;
  const file = join(await mkdtemp(join(tmpdir(), 'chart-test-')), 'page.pdf');
  await writeFile(file, samplePdf([words]));
  const documentId = await inStep(
    { name: 'upload', seconds: 60, advice: 'The URL of an upload leads to s3.publicEndpoint, or s3.endpoint.' },
    () => client.upload(file),
  );
  print(`uploaded as ${documentId}`);
  let line = 'createJob did not answer.';
  const job = await inStep({ name: 'conversion', seconds: 90, seen: () => line }, async () => {
    const started = await client.post('jobs', { source: { type: 'document', documentId }, forceRefresh: true });
    const ended = await watchJob(client, String(started['id']), ({ id, status, stage, message }) => {
      line = [id, status, stage, message].filter((part) => typeof part === 'string').join(' ');
      print(line);
    });
    if (ended['status'] === 'succeeded') return ended;
    throw new Error(
      `the job ended with status ${String(ended['status'])} and error ${JSON.stringify(ended['error'])}.`,
    );
  });
  await inStep({ name: 'result', seconds: 30 }, async () => {
    const markdown = await findArtifact(client, String(job['id']));
    if (String(markdown['text']).trim() !== words)
      throw new Error(`the Markdown does not match the text of the page: ${JSON.stringify(markdown['text'])}`);
    const receipt = await client.get(`receipts?jobId=${encodeURIComponent(String(job['id']))}`);
    if (receipt['outcome'] !== 'succeeded')
      throw new Error(`the outcome of the receipt is ${String(receipt['outcome'])}.`);
    print(`converted for ${String(receipt['settledCredits'])} credit: ${words}`);
  });
}
