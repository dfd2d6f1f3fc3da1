import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const PACKAGES = ['engine', 'pdf-core', 'ocr-kernels'];

/** Which rooms a room may import from, besides itself. `docs/decisions/001-rooms.md` says why. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'pdf-core': [],
  'ocr-kernels': [],
  engine: ['pdf-core', 'ocr-kernels'],
  console: [],
  failures: [],
  samples: [],
  scheduling: [],
  secrets: [],
  telemetry: [],
  resource: ['failures'],
  protocol: ['failures', 'resource'],
  objects: ['failures'],
  ledger: ['failures'],
  runtime: ['failures', 'resource', 'protocol', 'secrets', 'scheduling', 'telemetry'],
  worker: ['failures', 'resource', 'protocol', 'samples', 'telemetry', 'engine'],
  records: ['failures', 'resource', 'protocol', 'objects'],
  accounting: ['failures', 'resource', 'objects', 'ledger', 'records'],
  lifecycle: [
    'failures',
    'resource',
    'protocol',
    'secrets',
    'telemetry',
    'objects',
    'ledger',
    'runtime',
    'records',
    'accounting',
  ],
  controller: [
    'failures',
    'resource',
    'protocol',
    'secrets',
    'scheduling',
    'telemetry',
    'objects',
    'ledger',
    'runtime',
    'records',
    'accounting',
    'lifecycle',
  ],
  api: [
    'failures',
    'resource',
    'protocol',
    'secrets',
    'scheduling',
    'telemetry',
    'objects',
    'ledger',
    'runtime',
    'records',
    'accounting',
    'lifecycle',
    'console',
  ],
  cli: [
    'failures',
    'resource',
    'protocol',
    'secrets',
    'samples',
    'telemetry',
    'engine',
    'pdf-core',
    'objects',
    'ledger',
    'runtime',
    'worker',
    'records',
    'accounting',
    'lifecycle',
    'controller',
    'api',
    'console',
  ],
};

const layout = (...folders: readonly string[]): string[] => folders.map((folder) => `engine/layout/${folder}`);
const tables = (...folders: readonly string[]): string[] => layout(...folders.map((folder) => `tables/${folder}`));

/**
 * Folders within a room that are layers of their own: which folders a file in each may import from, besides its own.
 * Only files of the folder itself count as its own, not those of folders below it. Types count too.
 */
const MAY_IMPORT_WITHIN: Record<string, readonly string[]> = {
  'engine/layout/model': ['engine'],
  'engine/layout/lexicon': layout('model'),
  'engine/layout/text': ['engine', 'engine/math', ...layout('model', 'lexicon')],
  'engine/layout/whitespace': layout('model', 'lexicon', 'text'),
  'engine/layout/formulas/signs': ['engine/math', ...layout('model')],
  'engine/layout/formulas': ['engine/math', ...layout('model', 'formulas/signs')],
  'engine/layout/tables/model': ['engine', ...layout('model', 'lexicon', 'text')],
  'engine/layout/tables/rulings': [...layout('model', 'lexicon', 'text'), ...tables('model')],
  'engine/layout/tables/rows': [...layout('model', 'lexicon', 'text'), ...tables('model')],
  'engine/layout/tables/labels': [...layout('model', 'lexicon', 'text'), ...tables('model')],
  'engine/layout/tables/grid': [...layout('model', 'lexicon', 'text', 'whitespace'), ...tables('model', 'rulings')],
  'engine/layout/tables/header': [...layout('model', 'lexicon', 'text'), ...tables('model', 'rulings')],
  'engine/layout/tables/accept': [...layout('model', 'lexicon', 'text'), ...tables('model', 'rulings', 'grid')],
  'engine/layout/tables/tagged': [...layout('model', 'lexicon', 'text', 'whitespace'), ...tables('model')],
  'engine/layout/tables/ruled': [
    ...layout('model', 'lexicon', 'text', 'whitespace'),
    ...tables('model', 'rulings', 'rows', 'header', 'accept'),
  ],
  'engine/layout/tables/aligned': [
    ...layout('model', 'lexicon', 'text', 'whitespace'),
    ...tables('model', 'rulings', 'rows', 'labels', 'grid', 'header', 'accept'),
  ],
  'engine/layout/tables/marked': [
    ...layout('model', 'lexicon', 'text', 'whitespace'),
    ...tables('model', 'rulings', 'labels', 'grid', 'header', 'aligned'),
  ],
  'engine/layout/order': [
    ...layout('model', 'lexicon', 'text', 'whitespace'),
    ...tables('model', 'rulings', 'aligned'),
  ],
  'engine/layout/headings': layout('model', 'lexicon', 'text'),
  'engine/layout/blocks': [
    'engine',
    'engine/math',
    ...layout('model', 'lexicon', 'text', 'order', 'headings'),
    ...tables('rulings'),
  ],
  'engine/layout/stages': [
    'engine',
    ...layout('model', 'lexicon', 'text', 'whitespace', 'formulas', 'order', 'headings', 'blocks'),
    ...tables('model', 'rulings', 'labels', 'tagged', 'ruled', 'marked'),
  ],
  'engine/layout': ['engine', ...layout('model', 'text', 'headings', 'stages')],
  'engine/merge': ['engine', 'engine/layout', ...layout('model', 'lexicon', 'text', 'headings')],
};

/** Most files of a folder of the layout engine. */
const MOST_FILES = 20;

/** The folder of a room: `src/api`, or `packages/engine/src` of a package. */
const folderOf = (room: string): string => join(ROOT, PACKAGES.includes(room) ? `packages/${room}/src` : `src/${room}`);
const pathOf = (file: string): string => join(folderOf(roomOf(file)), file.slice(roomOf(file).length));
const roomOf = (file: string): string => file.split('/')[0]!;
const files = [...readdirSync(join(ROOT, 'src')), ...PACKAGES].flatMap((room) =>
  readdirSync(folderOf(room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${room}/${name}`),
);
/** A path of this machine as a room and a file within it. */
const nameOf = (path: string): string =>
  relative(ROOT, path)
    .replace(/^src\/|^packages\/(?=[\w-]+\/src\/)/, '')
    .replace(new RegExp(`^(${PACKAGES.join('|')})/src/`), '$1/');

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(pathOf(file), 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)|(?:^|\n)import '(\.[^']+)'/g,
    ),
  ].map((match) => ({
    from: file,
    to: nameOf(resolve(dirname(pathOf(file)), (match[1] ?? match[2] ?? match[3])!)),
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

  it('use of another package only what lies at its top: that is its interface', () => {
    const deep = imports.filter(
      ({ from, to }) => roomOf(from) !== roomOf(to) && PACKAGES.includes(roomOf(to)) && to.split('/').length > 2,
    );
    expect(deep.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('have layers in some of their folders, which import one way only, types too', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [dirname(from), dirname(to)];
      return own !== other && own in MAY_IMPORT_WITHIN && !MAY_IMPORT_WITHIN[own]!.includes(other);
    });
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
    const folders = new Set(files.map((file) => dirname(file)));
    expect(Object.keys(MAY_IMPORT_WITHIN).filter((folder) => !folders.has(folder))).toEqual([]);
    const layout = [...folders].filter((folder) => folder.startsWith('engine/layout'));
    expect(layout.filter((folder) => !(folder in MAY_IMPORT_WITHIN))).toEqual([]);
    const many = layout.filter((folder) => files.filter((file) => dirname(file) === folder).length > MOST_FILES);
    expect(many).toEqual([]);
  });

  it('have no cycle between files, types too', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
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
      const text = readFileSync(pathOf(file), 'utf8');
      const name = file.split('/').at(-1)!;
      return [
        /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/.test(name) ? '' : `${file}: name`,
        (name === 'index.ts' && file !== 'engine/index.ts') || /(^|\/)utils?(\/|\.ts$)/.test(file)
          ? `${file}: barrel or utils`
          : '',
        text.split('\n').length > 401 ? `${file}: ${text.split('\n').length} lines` : '',
        /^export default/m.test(text) ? `${file}: default export` : '',
      ].filter(Boolean);
    });
    expect(odd).toEqual([]);
  });

  it('load the library of Kubernetes in the API, the controller and commands of a cluster alone', () => {
    const read = (file: string): string => readFileSync(pathOf(file), 'utf8');
    // Not types, and not what is imported when it is needed.
    const loaded = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'([^']+)'/g;
    const namesOf = (file: string): string[] => [...read(file).matchAll(loaded)].map((match) => match[1]!);
    const isLibrary = (name: string): boolean => name.startsWith('@kubernetes/');
    expect(files.filter((file) => namesOf(file).some(isLibrary))).toEqual(['runtime/kubernetes/api/library.ts']);

    const reach = (file: string, seen: Set<string>): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      const own = namesOf(file).filter((name) => name.startsWith('.'));
      for (const name of own) reach(nameOf(resolve(dirname(pathOf(file)), name)), seen);
      return seen;
    };
    const light = ['cli/main.ts', 'cli/serve/serve.ts', 'worker/main.ts'].concat(
      ['converter', 'worker-container', 'supervisor', 'runner', 'task-server'].map((name) => `cli/cluster/${name}.ts`),
    );
    for (const file of light)
      expect([...reach(file, new Set())], file).not.toContain('runtime/kubernetes/api/library.ts');
    expect([...reach('cli/cluster/api.ts', new Set())]).toContain('runtime/kubernetes/api/library.ts');
  });

  it('read the environment only in cli/', () => {
    const reading = files.filter(
      (file) => roomOf(file) !== 'cli' && /process\.env\b/.test(readFileSync(pathOf(file), 'utf8')),
    );
    expect(reading).toEqual([]);
  });
});
