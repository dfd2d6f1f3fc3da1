import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), '../src');

/** Which rooms a room may import from, besides itself. `docs/decisions/001-rooms.md` says why. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  job: [],
  convert: [],
  telemetry: [],
  console: [],
  objects: ['job', 'telemetry'],
  ledger: ['job', 'telemetry'],
  cluster: ['job', 'telemetry'],
  worker: ['job', 'convert', 'telemetry'],
  records: ['job', 'telemetry', 'objects', 'ledger', 'cluster'],
  controller: ['job', 'telemetry', 'objects', 'ledger', 'cluster', 'records'],
  api: ['job', 'telemetry', 'objects', 'ledger', 'cluster', 'records', 'console'],
  cli: [
    'job',
    'convert',
    'telemetry',
    'objects',
    'ledger',
    'cluster',
    'worker',
    'records',
    'controller',
    'api',
    'console',
  ],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const roomOf = (file: string): string => file.split('/')[0]!;

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)|(?:^|\n)import '(\.[^']+)'/g,
    ),
  ].map((match) => ({
    from: file,
    to: relative(SRC, resolve(SRC, dirname(file), (match[2] ?? match[3] ?? match[4])!)),
    typeOnly: match[1] !== undefined,
  }));
});

describe('the rooms of src/', () => {
  it('are the ones that the table names', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it('import one way only, as the table says', () => {
    const wrong = imports.filter(
      ({ from, to }) => roomOf(from) !== roomOf(to) && !MAY_IMPORT[roomOf(from)]?.includes(roomOf(to)),
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('have no cycle between files, types aside', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to, typeOnly } of imports) if (!typeOnly) graph.set(from, [...(graph.get(from) ?? []), to]);
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('keep habits that a reader relies on: kebab-case names, at most 400 lines, no barrels, no utils, no default exports', () => {
    const odd = files.flatMap((file) => {
      const text = readFileSync(join(SRC, file), 'utf8');
      const name = file.split('/').at(-1)!;
      return [
        /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/.test(name) ? '' : `${file}: name`,
        name === 'index.ts' || /(^|\/)utils?(\/|\.ts$)/.test(file) ? `${file}: barrel or utils` : '',
        text.split('\n').length > 401 ? `${file}: ${text.split('\n').length} lines` : '',
        /^export default/m.test(text) ? `${file}: default export` : '',
      ].filter(Boolean);
    });
    expect(odd).toEqual([]);
  });

  it('read the environment only in cli/', () => {
    const reading = files.filter(
      (file) => roomOf(file) !== 'cli' && /process\.env\b/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(reading).toEqual([]);
  });
});
