import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findSwitches } from './find-switches.ts';
import type { Switch } from './find-switches.ts';

export type { Switch } from './find-switches.ts';

/**
 * Lets a measurement switch off each condition and each function of the layout, which knows nothing of it: modules are
 * changed as they are loaded. An operand of a conjunction holds when it is off, any other condition does not; a filter
 * keeps all; a function gives what it would give where it does not apply.
 */
export interface Switches {
  readonly all: readonly Switch[];
  /** 1 for each that is off. */
  readonly off: Uint8Array;
  /** 1 for each that was other than off since this was filled with 0. */
  readonly fired: Uint8Array;
}

const KEY = 'scriptoriumSwitch';
const PAGES = 'scriptoriumRawPages';
const globals = globalThis as unknown as Record<string, unknown>;

/** A text to be put in. At one place what closes comes first, from within; then what opens, from without. */
interface Insert {
  readonly at: number;
  readonly closes: boolean;
  readonly length: number;
  readonly text: string;
}

const nameOf = (each: Switch): string =>
  each.kind === 'function' ? 'Function' : each.kind === 'filter' ? 'Filter' : each.off === 'true' ? 'True' : 'False';

/** A function gets another name, and its own is that of one that asks whether it is on. */
function insertsOfFunction({ id, start, end, text, off, within, isExported }: Switch): Insert[] {
  const [before = ''] = /^[^(<]*\bfunction\s+\w+/u.exec(text) ?? [];
  const fallback = ['false', 'undefined', '[]', '0'].includes(off) ? off : 'given[0]';
  return [
    { at: start + before.length, closes: false, length: 0, text: 'On' },
    {
      at: end,
      closes: true,
      length: end - start,
      text: `\n${isExported ? 'export ' : ''}function ${within}(...given: any[]): any {
  return (globalThis as any).${KEY}Function(${id}, ${within}On, given, ${fallback});
}\n`,
    },
  ];
}

function insertsOf(each: Switch): Insert[] {
  if (each.kind === 'function') return insertsOfFunction(each);
  const { id, start, end } = each;
  const length = end - start;
  return [
    { at: start, closes: false, length, text: `(globalThis as any).${KEY}${nameOf(each)}(${id}, ` },
    { at: end, closes: true, length, text: ')' },
  ];
}

function withSwitches(source: string, switches: readonly Switch[]): string {
  const inserts = switches
    .flatMap(insertsOf)
    .toSorted(
      (a, b) =>
        a.at - b.at || Number(b.closes) - Number(a.closes) || (a.closes ? a.length - b.length : b.length - a.length),
    );
  let result = '';
  let last = 0;
  for (const { at, text } of inserts) {
    result += source.slice(last, at) + text;
    last = at;
  }
  return result + source.slice(last);
}

type Predicate = (...given: readonly unknown[]) => unknown;

/** What the changed modules call. */
function countOn(off: Uint8Array, fired: Uint8Array): void {
  let asked = 0;
  const isOff = (id: number): boolean => {
    if (!off[id]) return false;
    asked += 1;
    if (asked > MOST_ASKED) throw new Error('without an end');
    return true;
  };
  globals[`${KEY}Page`] = (raw: unknown) => {
    asked = 0;
    (globals[PAGES] as unknown[] | undefined)?.push(raw);
  };
  const note = (id: number, isOther: boolean): void => {
    if (isOther) fired[id] = 1;
  };
  globals[`${KEY}True`] = (id: number, value: unknown) => {
    note(id, !value);
    return isOff(id) ? true : value;
  };
  globals[`${KEY}False`] = (id: number, value: unknown) => {
    note(id, Boolean(value));
    return isOff(id) ? false : value;
  };
  globals[`${KEY}Filter`] =
    (id: number, keeps: Predicate): Predicate =>
    (...given) => {
      if (isOff(id)) return true;
      const value = keeps(...given);
      note(id, !value);
      return value;
    };
  globals[`${KEY}Function`] = (id: number, real: Predicate, given: readonly unknown[], other: unknown) => {
    if (isOff(id)) return other;
    const value = real(...given);
    note(id, Array.isArray(other) && Array.isArray(value) ? value.length + other.length > 0 : value !== other);
    return value;
  };
}

/** More asks of switches that are off than a page needs: a loop that one of them ended has no end without it. */
const MOST_ASKED = 2e7;
const LAYS_OUT = 'export const layoutPage = (raw: RawPage): LayoutPage =>';

/** The module that lays out a page, which says so before. */
function withPages(source: string): string {
  if (!source.includes(LAYS_OUT)) throw new Error('layoutPage is declared otherwise');
  return source.replace(
    LAYS_OUT,
    `${LAYS_OUT} ((globalThis as any).${KEY}Page(raw), layOut(raw));
const layOut = (raw: RawPage): LayoutPage =>`,
  );
}

/** Begins to keep the pages that are laid out; the function that it gives ends it and gives them. */
export function takeRawPages(): () => readonly unknown[] {
  const pages: unknown[] = [];
  globals[PAGES] = pages;
  return () => {
    globals[PAGES] = undefined;
    return pages;
  };
}

/** To be called before anything of the layout is loaded, with the files whose conditions are to be switched. */
export function installSwitches(files: readonly string[]): Switches {
  const all: Switch[] = [];
  const byFile = new Map<string, readonly Switch[]>();
  for (const file of files) {
    const found = findSwitches(file, readFileSync(file, 'utf8'), all.length);
    byFile.set(file, found);
    all.push(...found);
  }
  const off = new Uint8Array(all.length);
  const fired = new Uint8Array(all.length);
  countOn(off, fired);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.startsWith('file:') || loaded.source === undefined || loaded.source === null) return loaded;
      const source =
        typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
      const switched = withSwitches(source, byFile.get(fileURLToPath(url)) ?? []);
      return { ...loaded, source: url.endsWith('/layout/page.ts') ? withPages(switched) : switched };
    },
  });
  return { all, off, fired };
}
