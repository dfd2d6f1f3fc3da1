import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CORPUS } from './documents.ts';
import type { BenchDocument } from './documents.ts';
import type { Engine, Outcome } from './engines.ts';

const pythonOf = ({ venv = 'venv' }: Peer): string => join(CORPUS, 'peers', venv, 'bin', 'python');
const MODULES = join(CORPUS, 'peers', 'node');
const DRIVERS = join(import.meta.dirname, 'peers');

interface Peer {
  readonly name: string;
  readonly driver: 'python' | 'node';
  readonly formats: 'pdf' | 'office' | 'both';
  /** Where its packages are, when they do not go together with the others'. */
  readonly venv?: string;
}

const PEERS: readonly Peer[] = [
  { name: 'liteparse', driver: 'python', formats: 'pdf' },
  { name: 'pymupdf4llm', driver: 'python', formats: 'pdf' },
  { name: 'opendataloader', driver: 'python', formats: 'pdf' },
  { name: 'edgeparse', driver: 'python', formats: 'pdf' },
  { name: 'kreuzberg', driver: 'python', formats: 'both' },
  { name: 'markitdown', driver: 'python', formats: 'both' },
  { name: 'pdf2md', driver: 'node', formats: 'pdf' },
  { name: 'pdf-inspector', driver: 'python', formats: 'pdf' },
  { name: 'pdf-oxide', driver: 'python', formats: 'pdf' },
  { name: 'dumb-pdf2md', driver: 'python', formats: 'pdf' },
  { name: 'unpdf', driver: 'python', formats: 'pdf' },
  { name: 'docling.rs', driver: 'python', formats: 'office' },
  { name: 'unstructured', driver: 'python', formats: 'both', venv: 'venv-unstructured' },
  { name: 'tika', driver: 'python', formats: 'both' },
];

type Answer = { readonly version: string } | { readonly ms: number } | { readonly error: string };

/** Starts a peer's driver; answers come as lines of JSON. */
function start(
  peer: Peer,
  more: readonly string[],
): { send: (value: unknown) => void; end: () => void; answers: AsyncIterator<string>; stop: () => void } {
  const [command, args] =
    peer.driver === 'python'
      ? [pythonOf(peer), [join(DRIVERS, 'run.py'), peer.name]]
      : [process.execPath, [join(DRIVERS, 'run.cjs'), peer.name, MODULES]];
  const child = spawn(command, [...args, ...more], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] });
  child.stdin?.on('error', () => {});
  const stream = peer.driver === 'python' ? child.stdout : child.stdio[3];
  if (!stream || !child.stdin) throw new Error('no pipes');
  const { stdin } = child;
  return {
    send: (value) => void stdin.write(`${JSON.stringify(value)}\n`),
    end: () => void stdin.end(),
    answers: createInterface({ input: stream as NodeJS.ReadableStream })[Symbol.asyncIterator](),
    stop: () => void child.kill('SIGKILL'),
  };
}

async function versionOf(peer: Peer): Promise<string | undefined> {
  if (!existsSync(peer.driver === 'python' ? pythonOf(peer) : MODULES)) return undefined;
  const driver = start(peer, ['version']);
  driver.end();
  const { value } = await driver.answers.next();
  return value ? (JSON.parse(String(value)) as { version?: string }).version : undefined;
}

/** Where the outcome for these bytes by this version is kept. */
function cached(peer: Peer, version: string, document: BenchDocument): string {
  const digest = createHash('sha256').update(readFileSync(document.path)).digest('hex').slice(0, 12);
  return join(CORPUS, 'peers', 'output', `${peer.name}-${version}`, `${document.name}-${digest}`);
}

function recalled(place: string): Outcome | undefined {
  if (!existsSync(`${place}.json`)) return undefined;
  const answer = JSON.parse(readFileSync(`${place}.json`, 'utf8')) as { ms: number } | { error: string };
  return 'error' in answer ? answer : { markdown: readFileSync(`${place}.md`, 'utf8'), ms: answer.ms };
}

const SECONDS = 180;

async function answered(answers: AsyncIterator<string>, seconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve({ error: `no answer in ${seconds} s` }), seconds * 1000);
  });
  const line = (async (): Promise<Answer> => {
    const { value, done } = await answers.next();
    return done ? { error: 'the process ended' } : (JSON.parse(value) as Answer);
  })();
  const answer = await Promise.race([line, late]);
  clearTimeout(timer);
  return answer;
}

/** Converts what is not known yet. A peer that dies or hangs is started anew for the rest. */
async function convertNew(peer: Peer, jobs: readonly { document: BenchDocument; place: string }[]): Promise<void> {
  const batch = peer.name === 'opendataloader';
  let rest = [...jobs];
  while (rest.length > 0) {
    const driver = start(peer, []);
    await answered(driver.answers, SECONDS);
    if (batch) {
      for (const { document, place } of rest) driver.send({ in: document.path, out: `${place}.md` });
      driver.end();
    }
    while (rest.length > 0) {
      const job = rest[0];
      if (!job) break;
      if (!batch) driver.send({ in: job.document.path, out: `${job.place}.md` });
      const answer = await answered(driver.answers, batch ? 1200 : SECONDS);
      writeFileSync(`${job.place}.json`, JSON.stringify(answer));
      rest = rest.slice(1);
      if ('error' in answer && /^(?:no answer|the process)/u.test(answer.error)) break;
    }
    driver.stop();
  }
}

function engineOf(peer: Peer, version: string): Engine {
  return {
    name: peer.name,
    version,
    async convert(documents, report) {
      const suited = documents.filter(
        (document) => peer.formats === 'both' || (peer.formats === 'pdf') === (extname(document.path) === '.pdf'),
      );
      const places = suited.map((document) => ({ document, place: cached(peer, version, document) }));
      await mkdir(join(CORPUS, 'peers', 'output', `${peer.name}-${version}`), { recursive: true });
      await convertNew(
        peer,
        places.filter(({ place }) => !recalled(place)),
      );
      for (const { document, place } of places) report(document, recalled(place) ?? { error: 'no outcome' });
    },
  };
}

/** The peers that are installed, or the one of a name, and the names of those that are not. */
export async function installedPeers(only?: string): Promise<{ engines: Engine[]; missing: string[] }> {
  const engines: Engine[] = [];
  const missing: string[] = [];
  for (const peer of PEERS) {
    if (only && peer.name !== only) continue;
    const version = await versionOf(peer).catch(() => undefined);
    if (version) engines.push(engineOf(peer, version));
    else missing.push(peer.name);
  }
  return { engines, missing };
}
