import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../src/worker/supervisor/answers.ts';

const source = { format: 'pdf', bytes: 10, pages: 1, scanned: false, ranged: true, native: false };
const asset = { name: 'image-1.png', file: 'images/1', bytes: 3, contentType: 'image/png' };
const ANSWERS = {
  probed: { outcome: 'probed', source },
  converted: {
    outcome: 'converted',
    pages: 1,
    ocrPages: 0,
    assets: [asset, { ...asset, name: 'a' }],
    warnings: [
      { kind: 'clipped', count: 1 },
      { kind: 'clipped', page: 1, count: 2, detail: '' },
    ],
  },
  drawn: { outcome: 'drawn' },
  'needs-native': { outcome: 'needs-native' },
  failed: { outcome: 'failed', failure: { code: 'conversion_failed', message: '' } },
} as const;
/** Of warnings. */
const OPTIONAL = ['page', 'detail'];
type Name = keyof typeof ANSWERS;
const names = Object.keys(ANSWERS) as Name[];
const copy = (name: Name): unknown => JSON.parse(JSON.stringify(ANSWERS[name]));

/** Every object and array within a value. */
const inner = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(inner)]
    : [];

describe('answers of a process that opened a document', () => {
  it('are taken as they should be, or as a failure', () => {
    for (const name of names) expect(answerOf(copy(name), name)).toEqual(ANSWERS[name]);
    expect(answerOf(copy('failed'), 'converted')).toEqual(ANSWERS.failed);
    expect(answerOf(copy('probed'), 'converted')).toBeUndefined();
  });

  it('are refused with anything more, less or else', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), fc.nat(), fc.jsonValue(), (name, at, which, other) => {
        const value = copy(name);
        const objects = inner(value).filter((one) => !Array.isArray(one));
        const object = objects[at % objects.length]!;
        const keys = Object.keys(object);
        const key = keys[which % keys.length]!;
        const type = typeof object[key];
        fc.pre(typeof other !== type);
        object[key] = other;
        expect(answerOf(value, name)).toBeUndefined();
        delete object[key];
        if (!OPTIONAL.includes(key)) expect(answerOf(value, name)).toBeUndefined();
      }),
    );
    for (const name of names)
      for (const more of ['more', '__proto__', 'constructor'])
        for (let at = 0; at < inner(copy(name)).filter((one) => !Array.isArray(one)).length; at += 1) {
          const value = copy(name);
          const object = inner(value).filter((one) => !Array.isArray(one))[at]!;
          Object.defineProperty(object, more, { value: 1, enumerable: true });
          expect(answerOf(value, name)).toBeUndefined();
        }
  });

  it('are refused with what is out of bounds', () => {
    const converted = (more: object): unknown => ({ ...ANSWERS.converted, assets: [{ ...asset, ...more }] });
    for (const name of ['', '../a', '.a', 'a/b', 'a\n', 'a'.repeat(201)])
      expect(answerOf(converted({ name }), 'converted')).toBeUndefined();
    for (const bytes of [-1, 0.5, 2 ** 60, NaN]) expect(answerOf(converted({ bytes }), 'converted')).toBeUndefined();
    expect(answerOf(converted({ file: 'a'.repeat(4097) }), 'converted')).toBeUndefined();
    expect(answerOf({ ...ANSWERS.failed, failure: { code: 'x', message: '' } }, 'drawn')).toBeUndefined();
    for (const value of [null, undefined, 1, 'drawn', [], [{ outcome: 'drawn' }], { outcome: 'constructor' }])
      expect(answerOf(value, 'drawn')).toBeUndefined();
    expect(
      answerOf(
        { ...ANSWERS.converted, warnings: Array.from({ length: 100_001 }, () => ({ kind: 'a', count: 1 })) },
        'converted',
      ),
    ).toBeUndefined();
  });
});
