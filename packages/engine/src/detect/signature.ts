/**
 * How a type of file shows itself. Every kind of mark that is given is looked for, in the order in which they stand
 * here.
 */
export interface Signature {
  /**
   * A pattern of the first 4096 bytes: quoted ASCII, pairs of hex digits, `..` for any byte; `@257` first for an
   * offset, `@-1024` for anywhere before it. Unless `isText`, a file that is text as a whole does not match.
   */
  readonly bytes?: readonly string[];
  readonly isText?: true;
  /** In the root of an OLE compound file: a stream or storage of one of these names. */
  readonly streams?: readonly string[];
  /** In a ZIP archive: its `mimetype` entry, the types that `[Content_Types].xml` lists, or a part that it has. */
  readonly mimetype?: RegExp;
  readonly partTypes?: RegExp;
  readonly parts?: RegExp;
  /** Any ZIP archive that is nothing else. */
  readonly anyArchive?: true;
  /** The beginning of a text, after its mark, white space, and, where it is markup, its declaration and comments. */
  readonly text?: RegExp | ((text: string) => boolean);
  /** Extensions of the file's name, asked only between kinds of text. */
  readonly extensions?: readonly string[];
  /** A test of a text without a telling name; `cut` says that the file goes on. */
  readonly looksLike?: (text: string, cut: boolean) => boolean;
}

/** Bytes at the beginning of a file that its type is told by. */
export const HEAD_BYTES = 4096;

const patterns = new Map<string, RegExp>();

/** Whether the head of a file, as Latin-1, begins as the pattern says. */
export function matchesBytes(head: string, pattern: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) patterns.set(pattern, (compiled = compile(pattern)));
  return compiled.test(head);
}

function compile(pattern: string): RegExp {
  const [, offset, rest] = /^(?:@(-?\d+) )?(.*)$/.exec(pattern)!;
  const at = Number(offset ?? 0);
  const lead = at < 0 ? `[^]{0,${-at}}?` : `[^]{${at}}`;
  const body = rest!.replaceAll(/'([^']*)'|([\da-f]{2}|\.\.)|\s/g, (_, ascii?: string, pair?: string) => {
    if (ascii !== undefined) return ascii.replaceAll(/[^]/g, (char) => escapeByte(char.charCodeAt(0)));
    return pair === undefined ? '' : pair === '..' ? '[^]' : escapeByte(Number.parseInt(pair, 16));
  });
  return new RegExp(`^${lead}${body}`);
}

function escapeByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
