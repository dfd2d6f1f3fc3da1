import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Dict = Record<string, Json>;

interface Held {
  value?: Json;
  stream?: { dict: Dict; data: string };
}

/** The objects of a PDF, as qpdf writes them to JSON, to be changed in place. */
export interface Objects {
  readonly held: Record<string, Held>;
  readonly dict: (value: Json | undefined) => Dict | undefined;
  readonly stream: (value: Json | undefined) => Buffer | undefined;
  readonly setStream: (reference: Json | undefined, bytes: Buffer) => void;
  /** Adds an object and returns its reference. */
  readonly add: (value: Json) => string;
  readonly addStream: (bytes: Buffer) => string;
  readonly dicts: () => Dict[];
}

function objectsOf(held: Record<string, Held>): Objects {
  const key = (value: Json | undefined): string => `obj:${typeof value === 'string' ? value : ''}`;
  const isReference = (value: Json | undefined): boolean => typeof value === 'string' && /^\d+ \d+ R$/u.test(value);
  let last = Math.max(...Object.keys(held).map((name) => Number(/^obj:(\d+)/u.exec(name)?.[1] ?? 0)));
  const asDict = (value: Json | undefined): Dict | undefined =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  const addHeld = (each: Held): string => {
    held[`obj:${++last} 0 R`] = each;
    return `${last} 0 R`;
  };
  return {
    held,
    dict: (value) => asDict(isReference(value) ? (held[key(value)]?.value ?? held[key(value)]?.stream?.dict) : value),
    stream: (value) => {
      const stream = held[key(value)]?.stream;
      return stream && Buffer.from(stream.data, 'base64');
    },
    setStream: (reference, bytes) => {
      const stream = held[key(reference)]?.stream;
      if (stream) stream.data = bytes.toString('base64');
    },
    add: (value) => addHeld({ value }),
    addStream: (bytes) => addHeld({ stream: { dict: {}, data: bytes.toString('base64') } }),
    dicts: () =>
      Object.values(held).flatMap(({ value, stream }) => {
        const own = asDict(value) ?? stream?.dict;
        return own ? [own] : [];
      }),
  };
}

/** Writes a PDF with its objects changed. */
export function rewrite(source: string, target: string, change: (objects: Objects) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'));
  const plain = join(folder, 'plain.pdf');
  const json = join(folder, 'objects.json');
  const qpdf = (...args: readonly string[]): void =>
    void execFileSync('qpdf', ['--warning-exit-0', ...args], { stdio: 'ignore' });
  try {
    qpdf(source, '--stream-data=uncompress', '--object-streams=disable', plain);
    qpdf('--json=2', '--json-stream-data=inline', '--json-key=qpdf', plain, json);
    const tree = JSON.parse(readFileSync(json, 'utf8')) as { qpdf: [unknown, Record<string, Held>] };
    change(objectsOf(tree.qpdf[1]));
    writeFileSync(json, JSON.stringify(tree));
    qpdf('--json-input', '--deterministic-id', '--stream-data=compress', json, target);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
