import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Lets a measurement switch off single rules of the layout, which knows nothing of it: modules are changed as they are
 * loaded. Checks and objections have names and are skipped; a function gives what it would give where it does not
 * apply.
 */

/** What a function gives when it is off: its first argument, or a value. */
export type Fallback = 'first' | 'false' | '[]' | 'undefined' | '0';

export interface Switches {
  /** What is off. */
  readonly off: Set<string>;
  /** What had an effect since it was emptied: checks that decided, functions that gave something else. */
  readonly fired: Set<string>;
}

const KEY = 'scriptoriumSwitches';
const LAYOUT = /engine\/src\/layout\/(.+\.ts)$/u;

const fallbackCode = (fallback: Fallback): string => (fallback === 'first' ? 'given[0]' : fallback);

/** The source with the function renamed, and in its place one that asks whether it is on. */
function withSwitch(source: string, name: string, fallback: Fallback): string {
  const pattern = new RegExp(`^export (function ${name}\\b|const ${name} =)`, 'mu');
  if (!pattern.test(source)) throw new Error(`no function ${name}`);
  const renamed = source.replace(pattern, (_, declared: string) => declared.replace(name, `${name}Before`));
  const other = fallbackCode(fallback);
  const differs = fallback === '[]' ? 'answer.length > 0' : `answer !== ${other}`;
  return `${renamed}
export function ${name}(...given: readonly any[]): any {
  const switches = (globalThis as any).${KEY};
  if (switches.off.has('${name}')) return ${other};
  const answer = (${name}Before as any)(...given);
  if (${differs}) switches.fired.add('${name}');
  return answer;
}
`;
}

/** In the file of decisions, each loop over checks passes over those that are off, and notes those that decide. */
const withNames = (source: string): string =>
  source
    .replaceAll(
      /for \(const \[reason, (\w+)\] of (\w+)\)( \{)?/gu,
      (_, call: string, list: string, brace?: string) =>
        `for (const [reason, ${call}] of ${list}.filter(([name]) => !(globalThis as any).${KEY}.off.has(name)))${brace ?? ''}`,
    )
    .replaceAll('return reason;', `{ (globalThis as any).${KEY}.fired.add(reason); return reason; }`)
    .replaceAll(
      'return { answer, reason };',
      `{ (globalThis as any).${KEY}.fired.add(reason); return { answer, reason }; }`,
    );

/** To be called before anything of the layout is loaded. */
export function installSwitches(functions: readonly (readonly [file: string, name: string, Fallback])[]): Switches {
  const switches: Switches = { off: new Set(), fired: new Set() };
  (globalThis as unknown as Record<string, Switches>)[KEY] = switches;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const file = url.startsWith('file:') ? LAYOUT.exec(relative('/', fileURLToPath(url)))?.[1] : undefined;
      if (!file || loaded.source === undefined || loaded.source === null) return loaded;
      let source =
        typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
      if (file === 'model/decisions.ts') source = withNames(source);
      for (const [place, name, fallback] of functions) if (place === file) source = withSwitch(source, name, fallback);
      return { ...loaded, source };
    },
  });
  return switches;
}
