import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const HEADER = 'From: a@example.org\r\nSubject: S\r\nMIME-Version: 1.0\r\n';
const readBody = async (type: string, body: Uint8Array, encoding = '8bit'): Promise<string> => {
  const header = `${HEADER}Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const { markdown } = await readDocument(makeSource(Buffer.concat([Buffer.from(header), body, Buffer.from('\r\n')])));
  return markdown.split('\n\n').slice(2).join('\n\n');
};
const page = (charset: string, text: string, encoding = charset): Buffer =>
  iconv.encode(`<html><head><meta charset="${charset}"></head><body><p>${text}</p></body></html>`, encoding);

test.each([
  ['the page states it', 'text/html', page('windows-1251', 'Счёт на оплату'), 'Счёт на оплату\n'],
  [
    'the page states it and the header states ASCII',
    'text/html; charset=us-ascii',
    page('iso-8859-2', 'łódź'),
    'łódź\n',
  ],
  ['the page states UTF-16, in bytes', 'text/html', page('utf-16', 'naïve', 'utf-8'), 'naïve\n'],
  ['the page is in UTF-8 and states Latin-1', 'text/html', page('iso-8859-1', 'naïve – Ω', 'utf-8'), 'naïve – Ω\n'],
  [
    'the page has seven bits and states Japanese',
    'text/html',
    Buffer.from('<meta charset=iso-2022-jp><p>\x1b$B4A;z\x1b(B', 'latin1'),
    '漢字\n',
  ],
  ['UTF-8 under the name of ASCII', 'text/plain; charset=us-ascii', Buffer.from('naïve – 東京'), 'naïve – 東京\n'],
  ['UTF-8 under the name of Latin-1', 'text/plain; charset=iso-8859-1', Buffer.from('Grüße'), 'Grüße\n'],
  [
    'Latin-1 under the name of UTF-8',
    'text/plain; charset=utf-8',
    Buffer.from('Gr\xfc\xdfe aus K\xf6ln', 'latin1'),
    'Grüße aus Köln\n',
  ],
  [
    'Windows under the name of Latin-1',
    'text/plain; charset=iso-8859-1',
    Buffer.from('\x93a\x94 \x96 5 \x80', 'latin1'),
    '“a” – 5 €\n',
  ],
  [
    'a wider Chinese set under the name of GB 2312',
    'text/plain; charset=gb2312',
    iconv.encode('镕基 €', 'gb18030'),
    '镕基 €\n',
  ],
  [
    'a name that nobody knows',
    'text/plain; charset=x-unknown-1',
    iconv.encode('Привет, как дела?', 'windows-1251'),
    'Привет, как дела?\n',
  ],
  ['no name', 'text/plain', iconv.encode('Привет, как дела?', 'koi8-r'), 'Привет, как дела?\n'],
  ['no name, Japanese of seven bits', 'text/plain', Buffer.from('\x1b$B4A;z\x1b(B', 'latin1'), '漢字\n'],
  ['UTF-7', 'text/plain; charset=utf-7', Buffer.from('Hi +ZeVnLIqe- there'), 'Hi 日本語 there\n'],
  ['Chinese of seven bits', 'text/plain; charset=hz-gb-2312', Buffer.from('a ~{VPND~} ~~'), 'a 中文 ~\n'],
  ['a code page of DOS', 'text/plain; charset=cp850', iconv.encode('Größe', 'cp850'), 'Größe\n'],
  [
    'one wrong byte',
    'text/plain; charset=utf-8',
    Buffer.concat([Buffer.from('naïve '), Buffer.from([0xff])]),
    'naïve �\n',
  ],
])('the character set of a text: %s', async (_, type, body, expected) => {
  expect(await readBody(type, body)).toBe(expected);
});

test('the character set is told of the bytes behind a transfer encoding', async () => {
  const html = page('windows-1251', 'Счёт').toString('base64');
  expect(await readBody('text/html', Buffer.from(html), 'base64')).toBe('Счёт\n');
  const korean = Buffer.from('\x1b$)Ca \x0eGQ19\x0f', 'latin1').toString('base64');
  expect(await readBody('text/plain; charset=iso-2022-kr', Buffer.from(korean), 'base64')).toBe('a 한국\n');
  expect(await readBody('text/plain', Buffer.from('Gr=FC=DFe =\r\naus K=F6ln, 1=2 =ZZ'), 'quoted-printable')).toBe(
    'Grüße aus Köln, 1=2 =ZZ\n',
  );
});

test('a header in the character set of its time is read', async () => {
  const message = Buffer.concat([
    Buffer.from('From: '),
    iconv.encode('Анна Петрова <anna@example.org>\r\nSubject: Счёт на оплату', 'windows-1251'),
    Buffer.from('\r\nX: 1\r\nContent-Type: text/plain\r\n\r\nText\r\n'),
  ]);
  const { markdown } = await readDocument(makeSource(message));
  expect(markdown).toContain('# Счёт на оплату\n\n| From | Анна Петрова \\<anna@example.org> |');
});
