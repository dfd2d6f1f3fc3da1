/** A key that no store may be asked for: a bug or an attack, never passed on to the file system. */
export class InvalidKey extends Error {
  readonly code = 'invalid_key';
  constructor(key: string) {
    super(`invalid object key: ${JSON.stringify(key.slice(0, 200))}`);
    this.name = 'InvalidKey';
  }
}

const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._=-]+$/;

/** Throws for anything but `a/b/c` of allowed characters; `.` and `..` are no segments. */
export function checkKey(key: string): string {
  if (key.length > 1024 || !key.split('/').every((segment) => SEGMENT.test(segment))) throw new InvalidKey(key);
  return key;
}

/** A prefix may end anywhere, also in the middle of a segment or at a slash. */
export function checkPrefix(prefix: string): string {
  const segments = prefix.split('/');
  const last = segments.pop() ?? '';
  if (prefix.length > 1024 || !segments.every((segment) => SEGMENT.test(segment)) || !/^[A-Za-z0-9._=-]*$/.test(last))
    throw new InvalidKey(prefix);
  return prefix;
}

/** A body that is not what was announced or allowed: nothing was stored. */
export class BodyRefused extends Error {
  readonly code: 'body_too_large' | 'wrong_length' | 'incomplete_body';
  constructor(code: BodyRefused['code'], message: string) {
    super(message);
    this.name = 'BodyRefused';
    this.code = code;
  }
}
