import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident memory of a process and of all that it started, in bytes; 0 when it has gone. V8's own limits do not count
 * native and WebAssembly memory; this does.
 */
export function residentBytes(pid: number): number {
  let kilobytes = 0;
  const left = [pid];
  const seen = new Set(left);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${next}/status`))?.[1] ?? 0);
    for (const child of childrenOf(next)) {
      if (seen.has(child)) continue;
      seen.add(child);
      left.push(child);
    }
  }
  return kilobytes * 1024;
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
