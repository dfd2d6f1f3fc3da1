import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';

/** A regular expression in a source file. */
export interface Found {
  readonly place: string;
  readonly expression: RegExp;
}

/** What a regular expression may follow, and its literal. Comments begin with `//` and `/*`. */
const LITERAL =
  /(?:^|[(=:,[!&|?{};]|=>|\breturn|\btest)[ \t]*\n?[ \t]*\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/gm;

/** All regular expressions of these sources, as well as they can be found without parsing. */
export function findExpressions(folder: string): Found[] {
  const found: Found[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const match of text.matchAll(LITERAL)) {
      const line = text.slice(0, match.index + match[0].length).split('\n').length;
      try {
        found.push({ place: `${name}:${line}`, expression: new RegExp(match[1]!, match[2]!.replace('g', '')) });
      } catch {
        // not a regular expression after all
      }
    }
  }
  return found;
}

const LENGTH = 20_000;
/** What documents repeat. */
const COMMON = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '0',
  '1',
  '.',
  '-',
  '_',
  '*',
  '|',
  '"',
  "'",
  '<',
  '>',
  '[',
  '(',
  '\\',
  '/',
  '#',
  '&',
  'é',
];
const ENDS = ['!', '\n'];

/** Repetitions that an expression may backtrack on: of what is common, and of what it names itself. */
export function* attacksOn({ source }: RegExp): Generator<string> {
  const named = [
    ...new Set(source.replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?|\(\?[<:=!]*/g, '').replaceAll(/[\\^$+?{}]/g, '')),
  ];
  const words = [...new Set(source.match(/[A-Za-z0-9<>!/=:;,._-]{2,}/g) ?? [])];
  const pumps = new Set([...COMMON, ...named, ...words]);
  for (const a of named.slice(0, 6)) for (const b of [...named.slice(0, 6), ' ']) pumps.add(a + b);
  const starts = new Set(['', ...words.slice(0, 2), ...named.slice(0, 2)]);
  for (const pump of pumps) {
    const body = pump.repeat(Math.floor(LENGTH / pump.length));
    for (const start of starts) for (const end of ENDS) yield start + body + end;
  }
}

const context = createContext({ expression: /x/, text: '' });
const test = new Script('expression.test(text)');
const STUCK_MS = 5_000;

/** The CPU time in milliseconds that the expression takes on the text; Infinity if it does not end. */
export function costOf(expression: RegExp, text: string): number {
  context['expression'] = expression;
  context['text'] = text;
  expression.lastIndex = 0;
  const before = process.cpuUsage();
  try {
    test.runInContext(context, { timeout: STUCK_MS });
  } catch {
    return Infinity;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
