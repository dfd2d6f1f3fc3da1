import { expect, test } from 'vitest';
import { parseEmail } from '../../src/mail/parse-email.ts';

const parts =
  '--B\r\nContent-Type: text/plain\r\n\r\nplain\r\n--B\r\nContent-Type: text/html\r\n\r\n<p>rich\r\n--B--\r\n';
const parse = async (header: string, body: string): ReturnType<typeof parseEmail> =>
  await parseEmail(Buffer.from(`Subject: S\r\nMIME-Version: 1.0\r\n${header}\r\n\r\n${body}`), 100);

test('parameters of a field that are not indented belong to it', async () => {
  const email = await parse('Content-Type: multipart/alternative;\r\nboundary="B"\r\nX-Mailer: x', parts);
  expect(email).toMatchObject({ text: 'plain\n', html: '<p>rich\n' });
  expect(email.headers.map(({ key }) => key)).toContain('x-mailer');
});

test('encoded words on lines of their own go on with the field before them', async () => {
  const subject = '=?utf-8?B?SGFyYm91ciA=?=\r\n=?utf-8?B?w4Q=?=\r\n=?utf-8?Q?_and_quay?=';
  const email = await parseEmail(Buffer.from(`Subject: ${subject}\r\nTo: a@example.org\r\n\r\ntext`), 100);
  expect(email.subject).toBe('Harbour Ä and quay');
  expect(email.to).toEqual([expect.objectContaining({ address: 'a@example.org' })]);
});

test('a message with a boundary between its parts consists of parts, whatever it is called', async () => {
  const email = await parse('Content-Type: text/HTML;\r\n\tboundary="B"', `Preamble\r\n${parts}`);
  expect(email.html).toContain('<p>rich');
  expect(email.html).not.toContain('Preamble');
});

test('a boundary that parts nothing makes no parts', async () => {
  const email = await parse('Content-Type: text/plain; boundary=C', 'text\r\n--B');
  expect(email.text).toBe('text\n--B\n');
});
