import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Objects } from '../../objects/objects.ts';
import { createApiKey } from '../../api/credentials/api-keys.ts';
import { grantCredits, UNLIMITED_CREDITS } from '../../accounting/grants.ts';
import { DOCUMENT_SCOPES } from '../../records/types.ts';

export const FIRST_WORKSPACE = 'local';

/**
 * The key of workspace `local`, made once and kept in the data folder for the hint that a start prints. The workspace
 * has no limit of credits: nobody prices what their own machine does.
 */
export async function firstKey(dataDir: string, objects: Objects, ledger: Ledger, now: Date): Promise<string> {
  const path = join(dataDir, 'local-key');
  // Always the same grant id, so that it is granted once; also where a former release granted a few.
  await grantCredits(objects, ledger, {
    id: 'grant_unlimited',
    workspace: FIRST_WORKSPACE,
    credits: UNLIMITED_CREDITS,
    createdAt: now.toISOString(),
  });
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  const { key } = await createApiKey(objects, {
    workspace: FIRST_WORKSPACE,
    name: 'First key',
    scopes: DOCUMENT_SCOPES,
    now,
  });
  await writeFile(path, `${key}\n`, { mode: 0o600 });
  return key;
}

/**
 * The output of `npm start`: the addresses, the key, and a line that converts a document when it is pasted.
 */
export function welcome({
  url,
  consoleUrl,
  key,
  missing,
}: {
  readonly url: string;
  readonly consoleUrl: string;
  readonly key: string;
  readonly missing: readonly string[];
}): string {
  return `
Scriptorium is running at ${url}

  console:        ${consoleUrl}${consoleUrl.includes('#') ? ' (signs in one browser)' : ''}
  API reference:  ${url}/docs
  API key of workspace ${FIRST_WORKSPACE}:  ${key}

To convert a document, replace report.pdf with its name:

  curl -F file=@report.pdf -H "Authorization: Bearer ${key}" ${url}/convert
${missing.map((what) => `\nIsolation: ${what}\n`).join('')}
`;
}
