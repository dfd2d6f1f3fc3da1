import { expect, test } from 'vitest';
import { makeMessage } from '../../../../test/make/message.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeCompressed, makeEnveloped, makeSigned } from '../../../../test/make/smime.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeTnef } from '../../../../test/make/tnef.ts';

const HEADER = 'From: a@example.org\r\nSubject: S\r\n';
const TITLE = '# S\n\n| From | a@example.org |\n| - | - |\n';
const DOT = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');

const whole = (type: string, body: Uint8Array): string =>
  `${HEADER}MIME-Version: 1.0\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body)
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')}\r\n`;
const smime = (body: Uint8Array, name = 'smime.p7m'): string => whole(`application/pkcs7-mime; name="${name}"`, body);
const read = async (message: string): Promise<string> => (await readDocument(makeSource(message))).markdown;
const TEXT = 'Content-Type: text/plain; charset=utf-8\r\n\r\nDue on 1 May.\r\n';

test.each([
  ['in one piece', makeSigned(TEXT)],
  ['in pieces', makeSigned(TEXT, { inPieces: true })],
  ['twice', makeSigned(smime(makeSigned(TEXT)))],
  ['compressed', makeCompressed(TEXT)],
])('the text of a signed message that is not clear is read: %s', async (_, body) => {
  expect(await read(smime(body))).toBe(`${TITLE}\nDue on 1 May.\n`);
});

test('what a signed part holds stands among the rest of the message', async () => {
  const inside = makeMessage('', [
    { type: 'text/html', body: '<p>Signed <b>text</b></p>' },
    { type: 'text/csv; name="a.csv"', body: 'x,y\r\n1,2' },
  ]);
  const message = makeMessage(HEADER, [
    { type: 'application/octet-stream; name="smime.p7m"', body: makeSigned(inside) },
    { type: 'text/plain', body: 'Footer of the list' },
  ]);
  expect(await read(message)).toBe(
    '# S\n\n| From | a@example.org |\n| - | - |\n| Attachments | a.csv |\n\nFooter of the list\n\nSigned **text**\n\n## a.csv\n\n| x | y |\n| - | - |\n| 1 | 2 |\n',
  );
});

test('a message that is signed in the clear is its text', async () => {
  const message = makeMessage(
    HEADER,
    [
      { type: 'text/plain', body: 'Due on 1 May.' },
      { type: 'application/pkcs7-signature; name="smime.p7s"', body: makeSigned('') },
    ],
    'signed',
  );
  expect(await read(message)).toBe(`${TITLE}\nDue on 1 May.\n`);
});

test.each([
  ['S/MIME', smime(makeEnveloped())],
  [
    'PGP',
    makeMessage(HEADER, [
      { type: 'application/pgp-encrypted', body: 'Version: 1' },
      { type: 'application/octet-stream; name="encrypted.asc"', body: '-----BEGIN PGP MESSAGE-----' },
    ]),
  ],
  ['PGP in the text', `${HEADER}\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQ==\r\n-----END PGP MESSAGE-----\r\n`],
])('an encrypted message says so: %s', async (_, message) => {
  const { markdown, summary } = await readDocument(makeSource(message));
  expect(markdown).toContain('*This message is encrypted.*');
  expect(summary.warnings.map(({ kind }) => kind)).toContain('message-encrypted');
});

test('what only has the name of a signed part stays an attachment', async () => {
  expect(await read(smime(Buffer.from('no such thing')))).toContain('| Attachments | smime.p7m');
});

test('HTML that shows nothing gives way to the text beside it', async () => {
  const message = makeMessage(
    HEADER,
    [
      { type: 'text/plain', body: 'Words' },
      { type: 'text/html', body: '<html><head><style>p{}</style></head><body><p>&nbsp;</p></body></html>' },
    ],
    'alternative',
  );
  expect(await read(message)).toBe(`${TITLE}\nWords\n`);
});

const HTML = Buffer.from('<p>Rich <b>text</b> <img src="cid:dot@x" alt="Dot"></p>');
const winmail = makeTnef({
  properties: { 0x0037: 'Inner', 0x1013: HTML, 0x3fde: 65001 },
  attachments: [
    { title: 'DOT~1.GIF', data: DOT, properties: { 0x3707: 'dot.gif', 0x3712: 'dot@x', 0x370e: 'image/gif' } },
    { title: 'TABLE~1.CSV', data: Buffer.from('x,y\n1,2\n'), properties: { 0x3707: 'Tabelle für März.csv' } },
  ],
});

test('winmail.dat is the text and the attachments that it holds', async () => {
  const message = makeMessage(HEADER, [
    { type: 'text/plain', body: 'Rich text [dot.gif]' },
    { type: 'application/ms-tnef; name="winmail.dat"', body: winmail },
  ]);
  const { markdown, assets } = await readDocument(makeSource(message), { includeImages: true });
  expect(markdown).toBe(
    '# S\n\n| From | a@example.org |\n| - | - |\n| Attachments | Tabelle für März.csv |\n\nRich **text** ![Dot](image-1.gif)\n\n## Tabelle für März.csv\n\n| x | y |\n| - | - |\n| 1 | 2 |\n',
  );
  expect(assets.map(({ bytes }) => Buffer.from(bytes))).toEqual([DOT]);
});

test('winmail.dat with nothing but plain text leaves the text of the message, and gives its own where there is none', async () => {
  const part = {
    type: 'application/octet-stream; name="winmail.dat"',
    body: makeTnef({ properties: { 0x1000: 'Plain' } }),
  };
  expect(await read(makeMessage(HEADER, [{ type: 'text/plain', body: 'Own words' }, part]))).toBe(
    `${TITLE}\nOwn words\n`,
  );
  expect(await read(makeMessage(HEADER, [part]))).toBe(`${TITLE}\nPlain\n`);
});

test('a file of TNEF is a message, also of the old kind and where it is cut off', async () => {
  const { markdown, summary } = await readDocument(makeSource(winmail));
  expect(summary.format).toBe('msg');
  expect(markdown).toContain('# Inner');
  const old = makeTnef({
    attributes: { 0x00018004: Buffer.from('Gr\xfc\xdfe\0', 'latin1'), 0x0002800c: Buffer.from('Old text\0') },
  });
  expect((await readDocument(makeSource(old))).markdown).toBe('# Grüße\n\nOld text\n');
  expect((await readDocument(makeSource(winmail.subarray(0, winmail.length - 40)))).markdown).toContain(
    'Rich **text**',
  );
});

test.each([
  ['S/MIME nested without end', smime(Buffer.from('3080'.repeat(20_000), 'hex'))],
  ['compressed S/MIME that is cut off', smime(makeCompressed(TEXT).subarray(0, 60))],
  [
    'winmail.dat of noise',
    whole('application/ms-tnef; name="winmail.dat"', Buffer.from(`789f3e22${'ff'.repeat(500)}`, 'hex')),
  ],
  [
    'a date that is none',
    whole(
      'application/ms-tnef; name="winmail.dat"',
      makeTnef({ properties: { 0x1000: 'Words' }, dates: { 0x0039: 2n ** 64n - 1n } }),
    ),
  ],
])('damaged parts do no harm: %s', async (_, message) => {
  expect(await read(message)).toContain('# S');
});
