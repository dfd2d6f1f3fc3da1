import { expect, test } from 'vitest';
import { unfoldFlowed } from '../../src/mail/flowed.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

test.each([
  ['lines that end in a space go on', 'one \ntwo\nthree', 'one two\nthree'],
  ['quotations without the marks of their lines', '> one \n> two\n>> three \n>> four', '> one two\n>> three four'],
  ['a quotation ends where its depth changes', '> one \ntwo', '> one \ntwo'],
  ['stuffed spaces are none', ' From here \n  on\n > no mark', 'From here  on\n > no mark'],
  ['the line above a signature ends in a space', 'one \n-- \nAnn', 'one \n-- \nAnn'],
  ['and so it does in a quotation', '> one\n> -- \n> Ann', '> one\n> -- \n> Ann'],
  ['blank lines stay', 'one\n\ntwo \n\nthree', 'one\n\ntwo \nthree'],
])('%s', (_, text, unfolded) => {
  expect(unfoldFlowed(text, false)).toBe(unfolded);
});

test('the space that folds is no part of a text that says so', () => {
  expect(unfoldFlowed('日本 \n語\n> 東 \n> 京', true)).toBe('日本語\n> 東京');
});

test('a message in this form is read so, and any other as it is', async () => {
  const read = async (format: string): Promise<string> =>
    (
      await readDocument(
        makeSource(
          `Subject: S\r\nTo: a@b.c\r\nMIME-Version: 1.0\r\nContent-Type: text/plain${format}\r\n\r\nYes.\r\n\r\n> Please send \r\n> it.\r\n`,
        ),
      )
    ).markdown;
  expect(await read('; format=flowed')).toBe('# S\n\n| To | a@b.c |\n| - | - |\n\nYes.\n\n> Please send it.\n');
  expect(await read('')).toBe('# S\n\n| To | a@b.c |\n| - | - |\n\nYes.\n\n> Please send  \n> it.\n');
});
