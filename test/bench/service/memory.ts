import { readdirSync, readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** Resident memory of the watched process itself now, in MiB. */
  own(): number;
  /** The largest resident memory that any process of the tree had, in MiB, and how many processes there were. */
  stop(): { readonly peak: number; readonly processes: number };
}

const field = (pid: number, name: string): number => {
  try {
    return Math.round(
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) /
        1024,
    );
  } catch {
    return 0;
  }
};

/**
 * Samples /proc for a process and all its descendants; `VmHWM` is the kernel's own high-water mark, so short peaks
 * count.
 */
export function watchMemory(root: number): MemoryWatch {
  const peaks = new Map<number, number>();
  const sample = (): void => {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!pid) continue;
      try {
        parents.set(pid, Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]));
      } catch {
        // It ended in between.
      }
    }
    const ours = (pid: number): boolean => pid === root || (parents.has(pid) && pid > 1 && ours(parents.get(pid)!));
    for (const pid of parents.keys()) if (ours(pid)) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, field(pid, 'VmHWM')));
  };
  const timer = setInterval(sample, 50);
  sample();
  return {
    own: () => {
      clearInterval(timer);
      return field(root, 'VmRSS');
    },
    stop: () => {
      clearInterval(timer);
      sample();
      return { peak: Math.max(...peaks.values()), processes: peaks.size };
    },
  };
}
