/** The same protocol as run.py, for engines from npm; the module folder comes as the second argument. */
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');

const [engine, folder, ask] = process.argv.slice(2);
const load = (name) => require(require.resolve(name, { paths: [folder] }));
const versionOf = (name) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

const ENGINES = {
  pdf2md: [
    '@opendocsg/pdf2md',
    () => {
      const pdf2md = load('@opendocsg/pdf2md');
      return (file) => pdf2md(fs.readFileSync(file));
    },
  ],
};

function answer(value) {
  fs.writeSync(3, `${JSON.stringify(value)}\n`);
}

async function main() {
  const [name, start] = ENGINES[engine];
  const convert = start();
  answer({ version: versionOf(name) });
  if (ask) return;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const job = JSON.parse(line);
    const before = process.cpuUsage();
    try {
      const markdown = await convert(job.in);
      fs.writeFileSync(job.out, markdown);
      const { user, system } = process.cpuUsage(before);
      answer({ ms: (user + system) / 1000 });
    } catch (error) {
      answer({ error: String(error).slice(0, 300) });
    }
  }
}

void main();
