/** A property: `ATTENDEE;CN="Ann":mailto:ann@example.org`. Names are in upper case. */
export interface Property {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  /** As it is written, with its escapes. */
  readonly value: string;
}

/** What stands between `BEGIN:VEVENT` and `END:VEVENT`. */
export interface Component {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
}

/** Components deeper than this are read as part of the one around them. */
const DEPTH = 8;

/** `;NAME=value` or `;NAME="value"`, of which there may be several. */
const PARAMETER = /;([^=:;"]{1,64})=("[^"]*"|[^:;"]*)/gy;

/**
 * The components of iCalendar data (RFC 5545, 3.1). Lines that are none, and components that are not closed, are taken
 * as they come: programs write both.
 */
export function readComponents(text: string): readonly Component[] {
  const root = { name: '', properties: [] as Property[], components: [] as Component[] };
  const open = [root];
  for (const line of text.replaceAll(/(?:\r\n|\r|\n)[ \t]/g, '').split(/\r\n|\r|\n/)) {
    const property = readProperty(line);
    if (!property) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && open.length <= DEPTH) {
      const begun = { name: value.trim().toUpperCase(), properties: [], components: [] };
      open.at(-1)!.components.push(begun);
      open.push(begun);
    } else if (name === 'END') {
      if (open.length > 1) open.pop();
    } else open.at(-1)!.properties.push(property);
  }
  return root.components;
}

function readProperty(line: string): Property | undefined {
  const [name] = /^[\w.-]+/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const params: Record<string, string> = {};
  let end = name.length;
  PARAMETER.lastIndex = end;
  for (let found = PARAMETER.exec(line); found; found = PARAMETER.exec(line)) {
    params[found[1]!.toUpperCase()] = found[2]!.replaceAll('"', '');
    end = PARAMETER.lastIndex;
  }
  if (line[end] !== ':') return undefined;
  return { name: name.toUpperCase(), params, value: line.slice(end + 1) };
}

/** A value of type TEXT (3.3.11). */
export const unescapeText = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
