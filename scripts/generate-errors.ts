/**
 * Writes the tables of docs/errors.md from the lists of codes in src/: `npm run generate`. A test fails when they are
 * stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RESPONSE_ROWS } from '../src/api/error-codes.ts';
import { FAILURES } from '../src/failures/failure.ts';
import { WARNING_EXAMPLES } from '../src/resource/warnings.ts';

const PAGE = resolve(import.meta.dirname, '../docs/errors.md');

const TABLES: Readonly<Record<string, readonly string[]>> = {
  responses: [
    '| status | code | meaning | what to do |',
    '|---|---|---|---|',
    ...RESPONSE_ROWS.map(({ status, code, meaning, remedy }) => `| ${status} | \`${code}\` | ${meaning} | ${remedy} |`),
  ],
  failures: [
    '| errorCode | meaning | what to do |',
    '|---|---|---|',
    ...Object.entries(FAILURES).map(([code, { meaning, remedy }]) => `| \`${code}\` | ${meaning} | ${remedy} |`),
  ],
  warnings: [
    '| kind | message, for page 3 |',
    '|---|---|',
    ...WARNING_EXAMPLES.map(({ kind, message }) => `| \`${kind}\` | ${message} |`),
  ],
};

/** The page as it is, and with its tables written again. */
export function errorsPage(): { readonly is: string; readonly shouldBe: string } {
  const is = readFileSync(PAGE, 'utf8');
  const shouldBe = is.replaceAll(
    /(<!-- (\w+): generated -->\n)[^]*?(\n<!-- \/\2 -->)/g,
    (_all, before: string, name: string, after: string) => before + TABLES[name]!.join('\n') + after,
  );
  return { is, shouldBe };
}

if (import.meta.main) writeFileSync(PAGE, errorsPage().shouldBe);
