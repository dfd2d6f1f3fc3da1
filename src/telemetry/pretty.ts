/** Fields that say nothing to a person at a terminal. */
const HIDDEN: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'name', 'msg', 'err']);
const COLORS: Readonly<Record<string, number>> = { warn: 33, error: 31, fatal: 31 };

/** A line of the log as a person reads it: `09:39:19 warn  message  jobId=job-… (reason)`. */
export function prettyLine(line: string): string {
  let entry: Readonly<Record<string, unknown>>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, msg, err } = entry as Readonly<Record<'level' | 'time' | 'msg', string | undefined>> & {
    readonly err?: { readonly message?: string; readonly stack?: string };
  };
  const fields = Object.entries(entry)
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const label = (level ?? '').padEnd(5);
  const color = COLORS[level ?? ''];
  return `${[
    time === undefined ? '' : new Date(time).toTimeString().slice(0, 8),
    color === undefined ? label : `\u001B[${color}m${label}\u001B[0m`,
    [msg ?? '', ...fields].filter(Boolean).join('  '),
  ]
    .filter(Boolean)
    .join(' ')}${err?.message === undefined ? '' : ` (${err.message})`}\n`;
}
