// A runner of a few lines: checks run one after another, each prints one line, and none stops the others.
import { isDeepStrictEqual } from 'node:util';

export class Shortfall extends Error {
  constructor(expected, seen) {
    super(`expected ${expected}; saw ${seen}`);
  }
}

export class Skipped extends Error {}

const counts = { ok: 0, short: 0, skipped: 0 };

export const counted = () => ({ ...counts });

export function section(title) {
  console.log(`\n# ${title}`);
}

/** Runs `body`; a string that it returns is a remark (which of two permitted answers was seen). */
export async function check(where, claim, body) {
  const name = `${where}: ${claim}`;
  try {
    const remark = await body();
    counts.ok++;
    console.log(`ok           ${name}${typeof remark === 'string' ? ` [${remark}]` : ''}`);
  } catch (error) {
    if (error instanceof Skipped) return skip(where, claim, error.message);
    counts.short++;
    const reason = error instanceof Shortfall ? error.message : `expected an answer; saw ${describe(error)}`;
    console.log(`FALLS SHORT  ${name} | ${reason}`);
  }
}

export function skip(where, claim, why) {
  counts.skipped++;
  console.log(`skipped      ${where}: ${claim} [${why}]`);
}

/** The same promise for everyone who asks: a fixture is made once, and fails once for all who need it. */
export function once(make) {
  let made;
  return () => (made ??= make());
}

export function show(value) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text;
}

function describe(error) {
  const cause = error.cause ? ` (${error.cause.code ?? error.cause.message})` : '';
  const at =
    error.name === 'TypeError' || error.name === 'ReferenceError'
      ? ` ${error.stack
          ?.split('\n')[1]
          ?.trim()
          .replace(/file:\S*\//, '')}`
      : '';
  return `${error.name}: ${error.message}${cause}${at}`;
}

export const expect = {
  that(condition, expected, seen) {
    if (!condition) throw new Shortfall(expected, show(seen));
  },
  equal(seen, expected, what) {
    if (!isDeepStrictEqual(seen, expected)) throw new Shortfall(`${what} ${show(expected)}`, show(seen));
  },
  oneOf(seen, permitted, what) {
    if (!permitted.includes(seen)) throw new Shortfall(`${what} one of ${show(permitted)}`, show(seen));
  },
  status(answer, ...permitted) {
    if (!permitted.includes(answer.status))
      throw new Shortfall(`status ${permitted.join(' or ')}`, `${answer.status} ${show(answer.text)}`);
  },
  code(answer, status, code) {
    expect.status(answer, status);
    if (answer.body?.code !== code)
      throw new Shortfall(`${status} with code ${code}`, `${answer.status} ${show(answer.text)}`);
  },
  matches(value, schema, what) {
    const problems = schema(value, what);
    if (problems.length)
      throw new Shortfall(`${what} to match its definition`, `${problems.join(', ')} in ${show(value)}`);
  },
};
