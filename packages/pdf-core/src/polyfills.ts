/**
 * Functions that the published build of pdf.js takes from engines newer than Node 24. Each is defined only where it is
 * missing.
 */
export function installPolyfills(): void {
  define(Map.prototype, 'getOrInsertComputed', getOrInsertComputed);
  define(Map.prototype, 'getOrInsert', getOrInsert);
  define(WeakMap.prototype, 'getOrInsertComputed', getOrInsertComputed);
  define(Uint8Array.prototype, 'toHex', function toHex(this: Uint8Array) {
    return Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString('hex');
  });
  define(Uint8Array, 'fromBase64', (text: string) => new Uint8Array(Buffer.from(text, 'base64')));
  define(Math, 'sumPrecise', (values: Iterable<number>) => {
    let sum = 0;
    for (const value of values) sum += value;
    return sum;
  });
}

interface Entries {
  has(key: unknown): boolean;
  get(key: unknown): unknown;
  set(key: unknown, value: unknown): unknown;
}

function getOrInsertComputed(this: Entries, key: unknown, compute: (key: unknown) => unknown): unknown {
  if (!this.has(key)) this.set(key, compute(key));
  return this.get(key);
}

function getOrInsert(this: Entries, key: unknown, value: unknown): unknown {
  if (!this.has(key)) this.set(key, value);
  return this.get(key);
}

function define(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
