import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of CPU time. */
export interface CpuTime {
  readonly service: number;
  /** Of the processes that the service started, those that have ended included. */
  readonly children: number;
  /** Of this process. */
  readonly client: number;
  /**
   * Of all processes of the machine, and what was left of it. A process that is killed with the one that started it is
   * counted only here.
   */
  readonly machine: number;
  readonly idle: number;
}

const TICKS = 100;

/** Fields of /proc/PID/stat from the state on. */
function statOf(pid: number): number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** Fields of the first line of /proc/stat: user, nice, system, idle, waiting for disks, interrupts. */
function machineOf(): Pick<CpuTime, 'machine' | 'idle'> {
  const [user, nice, system, idle, wait, hard, soft] = readFileSync('/proc/stat', 'latin1')
    .split('\n')[0]!
    .split(/ +/)
    .slice(1)
    .map((ticks) => Number(ticks) / TICKS);
  return { machine: user! + nice! + system! + hard! + soft!, idle: idle! + wait! };
}

/** The CPU time of a service so far, and that of its processes. */
export function cpuOf(pid: number): CpuTime {
  const all = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = Number(name) ? statOf(Number(name)) : undefined;
    if (stat) all.set(Number(name), stat);
  }
  const below = (other: number): boolean => other === pid || (all.has(other) && below(all.get(other)![1]!));
  const sum = (stat: readonly number[], from: number): number => (stat[from]! + stat[from + 1]!) / TICKS;
  let children = 0;
  for (const [other, stat] of all) {
    if (other !== pid && below(other)) children += sum(stat, 11) + sum(stat, 13);
  }
  const own = all.get(pid);
  const { user, system } = process.cpuUsage();
  return {
    service: own ? sum(own, 11) : 0,
    children: children + (own ? sum(own, 13) : 0),
    client: (user + system) / 1e6,
    ...machineOf(),
  };
}

/** What a job took of it, as a row of the report says it. */
export function cpuPerJob(before: CpuTime, after: CpuTime, jobs: number): string {
  const each = (name: keyof CpuTime): string =>
    `${name} ${(((after[name] - before[name]) * 1000) / jobs).toFixed(0)} ms`;
  const names = ['service', 'children', 'client', 'machine', 'idle'] as const;
  return `CPU a job: ${names.map(each).join(', ')}`;
}
