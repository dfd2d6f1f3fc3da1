import { existsSync } from 'node:fs';

/**
 * The program of a converter pod: passes its environment to the bundle of the converters as an argument.
 * Nothing else is loaded: that would take more CPU time than the conversion of a page.
 */
const { env } = process;
const environment = {
  internalUrl: env['SCRIPTORIUM_INTERNAL_URL'],
  tokenFile: env['SCRIPTORIUM_TOKEN_FILE'],
  instance: env['SCRIPTORIUM_INSTANCE'],
  index: Number(env['SCRIPTORIUM_FIRST_INDEX'] ?? 0) + Number(env['JOB_COMPLETION_INDEX']),
  replaced: Number(env['SCRIPTORIUM_REPLACED_PODS'] ?? 0),
  firstPatienceSeconds: Number(env['SCRIPTORIUM_FIRST_PATIENCE_SECONDS'] ?? 30),
  ocrDataFolder: env['SCRIPTORIUM_OCR_DATA_DIR'] || undefined,
};
process.argv.splice(2, process.argv.length, 'pod', JSON.stringify(environment));

const bundle = new URL('../../worker/bundle/start.cjs', import.meta.url);
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
await import(existsSync(bundle) ? bundle.href : new URL(`../../worker/main.${extension}`, import.meta.url).href);
