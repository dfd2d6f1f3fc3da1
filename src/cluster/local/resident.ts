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

const residentBytes = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

function withDescendants(pid: number): number[] {
  const left = [pid];
  const seen = new Set(left);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const child of childrenOf(next)) {
      if (seen.has(child)) continue;
      seen.add(child);
      left.push(child);
    }
  }
  return [...seen];
}

/** Any thread may start processes, and each lists its own. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
