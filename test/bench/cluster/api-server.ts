import { kubectl } from '../../e2e/cluster.ts';
import { mebibytes } from './report.ts';

/** What the API server says of itself, at one moment. */
export interface ApiServerLoad {
  readonly at: number;
  /** Requests for ConversionJobs by verb, of everybody. */
  readonly requests: ReadonlyMap<string, number>;
  /** Bytes of ConversionJobs that it has sent: answers to lists and events of watches. */
  readonly bytes: number;
  readonly cpuSeconds: number;
  readonly memory: number;
  /** Size of etcd's database. */
  readonly stored: number;
}

export async function apiServerLoad(): Promise<ApiServerLoad> {
  const text = await kubectl('get', '--raw', '/metrics');
  const requests = new Map<string, number>();
  const add = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  for (const [, labels, value] of text.matchAll(/^apiserver_request_total\{([^}]*)\} (\S+)/gm)) {
    if (!labels!.includes('resource="conversionjobs"')) continue;
    const verb = `${/verb="(\w+)"/.exec(labels!)?.[1]}${labels!.includes('subresource="status"') ? ' status' : ''}`;
    requests.set(verb, (requests.get(verb) ?? 0) + Number(value));
  }
  return {
    at: Date.now(),
    requests,
    bytes:
      add(/^apiserver_response_sizes_sum\{[^}]*resource="conversionjobs"[^}]*\} (\S+)/gm) +
      add(/^apiserver_watch_events_sizes_sum\{[^}]*resource="conversionjobs"[^}]*\} (\S+)/gm),
    cpuSeconds: add(/^process_cpu_seconds_total (\S+)/gm),
    memory: add(/^process_resident_memory_bytes (\S+)/gm),
    stored: add(/^apiserver_storage_size_bytes\{[^}]*\} (\S+)/gm),
  };
}

/** What was asked of it in between, and how large it is now. */
export function loadBetween(before: ApiServerLoad, after: ApiServerLoad): string {
  const requests = [...after.requests]
    .map(([verb, count]) => [verb, count - (before.requests.get(verb) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([verb, count]) => `${count} ${verb}`);
  const seconds = (after.at - before.at) / 1000;
  return [
    `${requests.join(', ') || 'no requests'} and ${mebibytes(after.bytes - before.bytes)} in ${seconds.toFixed(0)} s`,
    `${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s of CPU`,
    `its memory ${mebibytes(after.memory)}, etcd ${mebibytes(after.stored)}`,
  ].join('; ');
}
