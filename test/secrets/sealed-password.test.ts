import { expect, it } from 'vitest';
import { passwordMark, sealPassword, unsealPassword } from '../../src/secrets/sealed-password.ts';

it('a sealed password opens with the same secret and for the same job only, and never shows itself', () => {
  for (const password of ['a', 'Ebbe & Flut – £', 'x'.repeat(1024)]) {
    const sealed = sealPassword('secret', 'job-1', password);
    expect(unsealPassword('secret', 'job-1', sealed)).toBe(password);
    expect(unsealPassword('other', 'job-1', sealed)).toBeUndefined();
    expect(unsealPassword('secret', 'job-2', sealed)).toBeUndefined();
    expect(sealPassword('secret', 'job-1', password)).not.toBe(sealed);
    expect(unsealPassword('secret', 'job-1', sealed.slice(0, 30))).toBeUndefined();
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1]! ^= 1;
    expect(unsealPassword('secret', 'job-1', changed.toString('base64url'))).toBeUndefined();
  }
});

it('the mark of a password tells it from others, for whoever has the secret', () => {
  expect(passwordMark('secret', 'a')).toBe(passwordMark('secret', 'a'));
  expect(passwordMark('secret', 'a')).not.toBe(passwordMark('secret', 'b'));
  expect(passwordMark('secret', 'a')).not.toBe(passwordMark('other', 'a'));
});
