import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CORPUS, findDocuments } from './quality/documents.ts';
import { convertWhole } from './quality/ours.ts';

/**
 * Writes the SHA-256 of everything a user sees to a file, or compares with one, so that a change of structure can be
 * shown to change nothing: the Markdown of each document of the quality corpus and of other folders, the OpenAPI
 * document, the CRDs and the chart's output.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'string' }, check: { type: 'string' }, help: { type: 'boolean' } },
});

const ROOT = resolve(import.meta.dirname, '../..');
const CHART_VALUES = ['s3.accessKeyId=key', 's3.secretAccessKey=secret', 'redis.url=redis://redis:6379'];

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

async function documentHashes(folders: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const listed = (await findDocuments()).map(({ name, path }) => ({ name, path }));
  const given = folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((file) => ({ name: `${basename(folder)}/${file}`, path: join(folder, file) })),
  );
  for (const { name, path } of [...listed, ...given]) {
    const outcome = await convertWhole(path).catch((error: unknown) => `failed: ${String(error)}`);
    hashes.set(`document ${name}`, hash(outcome));
  }
  return hashes;
}

async function surfaceHashes(): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const { openApiDocument } = await import('../../src/api/openapi/document.ts');
  hashes.set('openapi', hash(JSON.stringify(openApiDocument())));
  for (const file of readdirSync(join(ROOT, 'crds'))) {
    hashes.set(`crd ${file}`, hash(readFileSync(join(ROOT, 'crds', file), 'utf8')));
  }
  const chart = join(ROOT, 'charts/scriptorium');
  const sets = CHART_VALUES.flatMap((value) => ['--set', value]);
  try {
    const output = execFileSync('helm', ['template', 'scriptorium', chart, '--kube-version', '1.36.0', ...sets], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    hashes.set('chart', hash(output));
  } catch {
    console.log('without the chart: helm is not on PATH');
  }
  return hashes;
}

async function main(): Promise<void> {
  if (values.help || (values.write === undefined && values.check === undefined)) {
    console.log('node test/bench/fingerprint.ts --write FILE | --check FILE [FOLDER…]');
    return;
  }
  if (!existsSync(CORPUS)) console.log('without the quality corpus: npm run bench:quality makes it');
  const found = new Map([...(await surfaceHashes()), ...(await documentHashes(positionals))]);
  if (values.write !== undefined) writeFileSync(values.write, JSON.stringify(Object.fromEntries(found), null, 1));
  if (values.check === undefined) return;
  const expected = new Map(Object.entries(JSON.parse(readFileSync(values.check, 'utf8')) as Record<string, string>));
  const different = [...found].filter(([name, value]) => expected.get(name) !== value).map(([name]) => name);
  const missing = [...expected.keys()].filter((name) => !found.has(name));
  for (const name of different) console.log(`different: ${name}`);
  for (const name of missing) console.log(`missing: ${name}`);
  console.log(`${found.size} compared, ${different.length} different, ${missing.length} missing`);
  if (different.length + missing.length > 0) process.exitCode = 1;
}

await main();
