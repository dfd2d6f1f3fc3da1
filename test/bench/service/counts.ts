/** How often each call of the store and the ledger was made so far, by `store get`, `ledger hold` and so on. */
export async function callsOf(url: string): Promise<Map<string, number>> {
  return readCalls(await (await fetch(`${url}/metrics`)).text());
}

/** The same from the text of `GET /metrics`. */
export function readCalls(metrics: string): Map<string, number> {
  const calls = new Map<string, number>();
  for (const [, port, operation, count] of metrics.matchAll(
    /^scriptorium_(store|ledger)_seconds_count\{operation="(\w+)",result="\w+"\} (\d+)/gm,
  ))
    calls.set(`${port} ${operation}`, (calls.get(`${port} ${operation}`) ?? 0) + Number(count));
  return calls;
}

/** What was called in between, a job. */
export function callsPerJob(before: Map<string, number>, after: Map<string, number>, jobs: number): string {
  const each = [...after].map(([name, count]) => [name, (count - (before.get(name) ?? 0)) / jobs] as const);
  const sum = (port: string): string =>
    each
      .filter(([name]) => name.startsWith(port))
      .reduce((total, [, count]) => total + count, 0)
      .toFixed(1);
  const list = each
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count.toFixed(1)}`)
    .sort();
  return `${sum('store')} calls of the store, ${sum('ledger')} of the ledger (${list.join(', ')})`;
}
