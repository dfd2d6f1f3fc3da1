import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { createApiKey } from '../api/credentials/api-keys.ts';
import { grantCredits } from '../accounting/grants.ts';
import { DOCUMENT_SCOPES } from '../records/types.ts';

const FIRST_WORKSPACE = 'local';
const FIRST_CREDITS = 10_000;

/**
 * The key of workspace `local`, made once with its credits, and kept in the data folder for the hint that a start
 * prints.
 */
export async function firstKey(dataDir: string, objects: Objects, ledger: Ledger, now: Date): Promise<string> {
  const path = join(dataDir, 'local-key');
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  // Always the same grant id, so that a crash in the middle does not grant twice.
  await grantCredits(objects, ledger, {
    id: 'grant_first',
    workspace: FIRST_WORKSPACE,
    credits: FIRST_CREDITS,
    createdAt: now.toISOString(),
  });
  const { key } = await createApiKey(objects, { workspace: FIRST_WORKSPACE, scopes: DOCUMENT_SCOPES, now });
  await writeFile(path, `${key}\n`, { mode: 0o600 });
  return key;
}

/**
 * What a person sees after `npm start`: the addresses, the key, and a line that converts a document when it is pasted.
 */
export function welcome(url: string, key: string, missing: readonly string[]): string {
  return `
Scriptorium is running at ${url}

  console:        ${url}/
  API reference:  ${url}/docs
  API key of workspace ${FIRST_WORKSPACE}:  ${key}

To convert a document, replace report.pdf with its name:

  curl -F file=@report.pdf -H "Authorization: Bearer ${key}" ${url}/convert
${missing.map((what) => `\nIsolation: ${what}\n`).join('')}
`;
}
