// node run.mjs [section ...]: judges the service at BASE_URL by its interface. README.md says what it needs.
import { baseUrl, keys } from './client.mjs';
import { close, open } from './file-host.mjs';
import { counted } from './runner.mjs';

const sections = [
  'access',
  'uploads',
  'jobs',
  'lifecycle',
  'artifacts',
  'cache',
  'quotes',
  'credits',
  'too-large',
  'cancel',
  'receipts',
  'failures',
  'protocol',
];
const wanted = process.argv.slice(2);

const lacking = Object.entries({
  BASE_URL: baseUrl,
  KEY: keys.all,
  KEY_READ: keys.read,
  KEY_WRITE: keys.write,
  KEY_DELETE: keys.delete,
  KEY_OTHER: keys.other,
  KEY_POOR: keys.poor,
})
  .filter(([, value]) => !value)
  .map(([name]) => name);
const unknown = wanted.filter((name) => !sections.includes(name));
if (lacking.length || unknown.length) {
  console.error(
    lacking.length
      ? `not set: ${lacking.join(', ')}`
      : `unknown: ${unknown.join(', ')}; there are ${sections.join(', ')}`,
  );
  process.exit(2);
}

const began = Date.now();
await open(process.env.FILE_HOST);
for (const name of [...sections.filter((name) => !wanted.length || wanted.includes(name)), 'answers']) {
  const { default: checks } = await import(`./checks/${name}.mjs`);
  await checks();
}
close();
const { ok, short, skipped } = counted();
console.log(`\n${ok} ok, ${short} fall short, ${skipped} skipped, in ${Math.round((Date.now() - began) / 1000)} s`);
process.exit(short ? 1 : 0);
