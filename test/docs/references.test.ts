import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addAdminCommands } from '../../src/cli/admin/commands.ts';
import { addClusterCommands } from '../../src/cli/cluster/commands.ts';
import { addCompletionCommand } from '../../src/cli/completion.ts';
import { addDoctorCommand } from '../../src/cli/doctor.ts';
import { addMcpCommand } from '../../src/cli/mcp/command.ts';
import { addConvertCommand } from '../../src/cli/convert/command.ts';
import { addRestCommands } from '../../src/cli/rest/commands.ts';
import { addOcrCommand } from '../../src/cli/ocr/command.ts';
import { addServeCommand } from '../../src/cli/serve/command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LEFT_OUT = /(^|\/)(node_modules|dist|generated|\.corpus|\.cache|\.docs|\.git|data)(\/|$)/;

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  .filter((path) => !LEFT_OUT.test(path));
const folders = new Set(files.flatMap((path) => ancestors(path)));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === '.' ? [] : [above, ...ancestors(above)];
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const pages = files.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: read(path) }));
const documents = pages
  .filter(({ path }) => /^([A-Z]+\.md|(docs|src|packages|test)\/.*\.md)$/.test(path))
  // What a release or a measurement of its day names may be gone.
  .filter(({ path }) => path !== 'CHANGELOG.md' && !path.startsWith('test/bench/notes/'));
const comments = files
  .filter((path) => /^(src|packages|test|scripts)\/.*\.ts$/.test(path))
  .map((path) => ({ path, text: (read(path).match(COMMENT) ?? []).join('\n') }));
const withoutCode = (text: string): string => text.replaceAll(/^ *(`{3,})[\s\S]*?^ *\1/gm, '');
const prose = documents.map(({ path, text }) => ({ path, text: withoutCode(text) }));

/** Every match of a pattern in some texts that `exists` does not know, with the file that has it. */
function missing(
  texts: readonly { readonly path: string; readonly text: string }[],
  pattern: RegExp,
  exists: (match: string, path: string) => boolean,
): string[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map((match) => match[1]!)
      .flatMap((name) => (exists(name, path) ? [] : `${path}: ${name}`)),
  );
}

describe('what comments and documents name', () => {
  it('are paths that exist', () => {
    const known = (path: string, document: string): boolean => {
      const plain = path.replace(/[./]+$/, '');
      // The README of a package names what lies below it.
      const below = join(dirname(document), plain);
      return [plain, below].some((name) => files.includes(name) || folders.has(name)) || LEFT_OUT.test(plain);
    };
    const pattern = /(?<![\w/.-])((?:src|packages|test|docs|charts|scripts|crds|bin)\/[\w./-]*\w)/g;
    expect(missing([...prose, ...comments], pattern, known)).toEqual([]);
  });

  it('are modules that exist', () => {
    const known = (name: string): boolean => files.some((path) => path === name || path.endsWith(`/${name}`));
    expect(missing([...prose, ...comments], /(?<![\w./-])((?:[\w-]+\/)*[a-z0-9][\w-]*\.ts)\b/g, known)).toEqual([]);
  });

  it('are links that lead somewhere, to a heading that is there, also those of notes and changes', () => {
    const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(withoutCode(text))]));
    const leads = (link: string, path: string): boolean => {
      const [target, anchor] = link.split('#') as [string, string?];
      const file = target === '' ? path : join(dirname(path), target).replace(/\/$/, '');
      return anchor === undefined
        ? files.includes(file) || folders.has(file)
        : (anchors.get(file)?.includes(anchor) ?? false);
    };
    expect(missing(pages, /\]\((?!https?:)([^)\s]+)\)/g, leads)).toEqual([]);
  });

  it('are tables whose rows all stand below a header', () => {
    const stray = documents.flatMap(({ path, text }) =>
      [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/(?<=\n\n)\|.*(?=\n(?!\|[ :|-]+\|\n))/g)].map(
        ([row]) => `${path}: ${row.slice(0, 60)}`,
      ),
    );
    expect(stray).toEqual([]);
  });

  it('are decisions that exist', () => {
    const numbers = files.flatMap((path) => /^docs\/decisions\/(\d{3})-/.exec(path)?.[1] ?? []);
    // A number alone could be that of another decision: a path says which one is meant.
    expect(missing([...prose, ...comments], /\b(decision \d+)/gi, () => false)).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
    const titles = documents.filter(({ path }) => dirname(path) === 'docs/decisions');
    expect(titles.filter(({ path, text }) => !text.startsWith(`# ${basename(path).slice(0, 3)}: `))).toEqual([]);
  });

  it('are environment variables that something reads', () => {
    const code = files
      .filter((path) =>
        /^(src|test|scripts)\/.*\.ts$|^charts\/|^\.ci\/|^Dockerfile$|^compose[\w.]*\.yaml$|^package\.json$/.test(path),
      )
      .map((path) => (path.endsWith('.ts') ? read(path).replaceAll(COMMENT, '') : read(path)))
      .join('\n');
    const names = /\b((?:SCRIPTORIUM|S3|REDIS|NODE)_[A-Z0-9_]*[A-Z0-9]|KUBECONFIG)\b/g;
    const known = new Set([...code.matchAll(names)].map((match) => match[1]!));
    known.add('NODE_DISABLE_COMPILE_CACHE');
    expect(missing([...documents, ...comments], names, (name) => known.has(name))).toEqual([]);
  });

  it('are values of the chart', () => {
    const values = parse(read('charts/scriptorium/values.yaml')) as Record<string, unknown>;
    const schema: unknown = JSON.parse(read('charts/scriptorium/values.schema.json'));
    // What has no default stands in the schema alone.
    const isInSchema = (name: string): boolean => {
      let at = schema as { readonly properties?: Readonly<Record<string, object>> } | undefined;
      for (const part of name.split('.')) at = at?.properties?.[part];
      return at !== undefined;
    };
    const known = (name: string): boolean => {
      let at: unknown = values;
      for (const part of name.replaceAll(/\[\d+\]/g, '').split('.')) {
        if (typeof at !== 'object' || at === null) return false;
        // What a user adds: settings, labels, peers.
        if (Array.isArray(at) || Object.keys(at).length === 0 || name.startsWith('settings.')) return true;
        if (!(part in at)) return isInSchema(name) || /\.(labels|annotations|tls)\./.test(name);
        at = (at as Record<string, unknown>)[part];
      }
      return true;
    };
    const roots = Object.keys(values).join('|');
    const inText = new RegExp(`\`((?:${roots})\\.[a-z][\\w.]+)`, 'g');
    const inCommands = new RegExp(`(?<=--set(?:-string)? [^\\n]*)\\b((?:${roots})\\.[\\w.[\\]]+)=`, 'g');
    expect(missing([...documents, ...comments], inText, known)).toEqual([]);
    expect(missing(documents, inCommands, known)).toEqual([]);
  });

  it('are npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const known = (name: string): boolean => name in scripts;
    expect(missing([...documents, ...comments], /npm run ([\w:-]*\w)/g, known)).toEqual([]);
  });

  it('are commands of scriptorium with the flags that they take', () => {
    const program = new Command('scriptorium');
    const output = { out: () => undefined, error: () => undefined, exit: () => undefined };
    addServeCommand(program);
    addConvertCommand(program);
    addRestCommands(program, output);
    addAdminCommands(program, output);
    addClusterCommands(program, {});
    addDoctorCommand(program);
    addMcpCommand(program);
    addOcrCommand(program);
    addCompletionCommand(program);
    const known = (line: string): boolean => {
      const words = line.split('#')[0]!.trim().split(/\s+/);
      let command: Command | undefined = program;
      while (command && command.commands.length > 0) {
        const name = words.shift();
        command = name === undefined ? command : command.commands.find((one) => one.name() === name);
        if (name === undefined) return true;
      }
      const flags = words.filter((word) => /^--?[a-z]/.test(word));
      const takes = command?.options.flatMap(({ long, short }) => [long, short]) ?? [];
      return command !== undefined && flags.every((flag) => flag === '--help' || takes.includes(flag));
    };
    const inText = /`(?:npx )?(?:scriptorium|scr) ([a-z][^`]*)`/g;
    const inCommands = /^(?:npx scriptorium|scr) ([a-z][^\n]*)$/gm;
    expect(missing([...prose, ...comments], inText, known)).toEqual([]);
    expect(missing(documents, inCommands, known)).toEqual([]);
  });
});

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
