import { expect, test } from 'vitest';
import { checkKey } from '../../src/objects/errors.ts';
import { keys } from '../../src/records/keys.ts';

test('whatever a name is, its key is a key, below its own prefix', () => {
  for (const name of [
    '..',
    '.',
    '../../etc/passwd',
    'größe äöü.pdf',
    "a'(b)*!~.pdf",
    '\uD800',
    '文'.repeat(300),
    'a\nb',
    '%2e%2e',
    'a=b',
  ]) {
    const key = keys.upload('w', 'doc_1', name);
    expect(checkKey(key).split('/')).toHaveLength(4);
    expect(key.startsWith('uploads/w/doc_1/')).toBe(true);
    expect(key.split('/').every((segment) => segment.length <= 200)).toBe(true);
    expect(checkKey(keys.slot(name.slice(0, 50), 'doc_1')).split('/')).toHaveLength(3);
  }
});

test('two workspaces never share a prefix', () => {
  const names = ['a', 'A', 'a/b', 'a=2Fb', 'a%2Fb', '..', '=2E=2E', '%2E%2E'];
  expect(new Set(names.map((name) => keys.slot(name, 'd'))).size).toBe(names.length);
});
