import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Objects } from '../../objects/objects.ts';
import { createApiKey, revokeApiKey } from '../../api/credentials/api-keys.ts';
import { grantCredits } from '../../accounting/grants.ts';
import { DOCUMENT_SCOPES } from '../../records/types.ts';
import { samplePdf } from '../../worker/sample-pdf.ts';
import { findArtifact } from '../rest/artifacts.ts';
import { Refused, restClient } from '../rest/client.ts';
import { watchJob } from '../rest/jobs.ts';

const WORKSPACE = 'helm-test';

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
 * What `helm test` runs: uploads a PDF of one page to the service at `server`, converts it anew, and compares the
 * Markdown and the receipt. Throws what is wrong, as a sentence.
 */
export async function convertOnce(server: string, key: string, tell: (line: string) => void): Promise<void> {
  const client = restClient(server, key);
  const words = `Scriptorium converts this page, ${randomUUID()}.`;
  const file = join(await mkdtemp(join(tmpdir(), 'chart-test-')), 'page.pdf');
  await writeFile(file, samplePdf([words]));
  const documentId = await client.upload(file);
  tell(`uploaded as ${documentId}`);
  const started = await client.post('jobs', { source: { type: 'document', documentId }, forceRefresh: true });
  const job = await watchJob(client, String(started['id']), ({ id, status, stage }) =>
    tell([id, status, stage].filter((part) => typeof part === 'string').join(' ')),
  );
  if (job['status'] !== 'succeeded')
    throw new Refused(
      0,
      `The job ended with status ${String(job['status'])} and error ${JSON.stringify(job['error'])}.`,
    );
  const markdown = await findArtifact(client, String(job['id']));
  if (String(markdown['text']).trim() !== words)
    throw new Refused(0, `The Markdown does not match the text of the page: ${JSON.stringify(markdown['text'])}`);
  const receipt = await client.get(`receipts?jobId=${encodeURIComponent(String(job['id']))}`);
  if (receipt['outcome'] !== 'succeeded')
    throw new Refused(0, `The outcome of the receipt is ${String(receipt['outcome'])}.`);
  tell(`converted for ${String(receipt['settledCredits'])} credit: ${words}`);
}
