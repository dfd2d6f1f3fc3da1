import { readdirSync, readFileSync } from 'node:fs';

/**
 * Every so many measurements, what the processes started meanwhile is looked for: that reads a file for each thread.
 */
const LOOK_EVERY = 4;

/**
 * Measures the resident memory of a process and of all that it started, in bytes; 0 when it has gone. V8's own limits
 * do not count native and WebAssembly memory; this does.
 */
export function residentMeter(pid: number): () => number {
  let processes: readonly number[] = [];
  let measured = 0;
  return () => {
    if (measured++ % LOOK_EVERY === 0) processes = withDescendants(pid);
    return processes.reduce((sum, one) => sum + residentBytes(one), 0);
  };
}

/** The second number of `statm`, in pages: the kernel writes it with far less work than `status`. */
const residentBytes = (pid: number): number => pageBytes() * Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0);

const AT_PAGESZ = 6n;
let page: number | undefined;

/** Of this kernel, from what it handed to our process at its start: pairs of a type and a value. */
function pageBytes(): number {
  if (page !== undefined) return page;
  const pairs = readFileSync('/proc/self/auxv');
  for (let at = 0; at + 16 <= pairs.length; at += 16)
    if (pairs.readBigUInt64LE(at) === AT_PAGESZ) return (page = Number(pairs.readBigUInt64LE(at + 8)));
  return (page = 4096);
}

function withDescendants(pid: number): number[] {
  const left = [pid];
  const seen = new Set(left);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const child of readChildren(next)) {
      if (seen.has(child)) continue;
      seen.add(child);
      left.push(child);
    }
  }
  return [...seen];
}

/** Any thread may start processes, and each lists its own. */
function readChildren(pid: number): number[] {
  return readThreads(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  );
}

function readThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    // Node reads UTF-8 in one call, other encodings in five.
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
