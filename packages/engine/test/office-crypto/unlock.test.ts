import { expect, test } from 'vitest';
import { utils } from 'xlsx';
import { makeCompound } from '../../../../test/make/compound.ts';
import { makeDoc } from '../../../../test/make/doc.ts';
import { makeDocx, p } from '../../../../test/make/docx.ts';
import { encryptAgile, encryptStandard } from '../../../../test/make/encrypt-office.ts';
import { encryptXls, obfuscateXls } from '../../../../test/make/encrypt-xls.ts';
import { makePdf } from '../../../../test/make/pdf.ts';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const PASSWORD = 'Ebbe & Flut 7 – £';
// Longer than a segment of the package, and no multiple of one.
const text = Array.from({ length: 400 }, (_, n) => `Line ${n}, of ${(n * 7919) % 1000}.`);
const plain = makeDocx({ body: text.map((line) => p(line)).join('') });

const locked = (content: Uint8Array, password?: string) => ({
  ...makeSource(content),
  ...(password !== undefined && { password }),
});

test.each([
  ['agile encryption', (password: string) => encryptAgile(plain, password)],
  ['agile encryption of 128 bits', (password: string) => encryptAgile(plain, password, { keyBits: 128, hash: 'SHA1' })],
  [
    'agile encryption of 192 bits',
    (password: string) => encryptAgile(plain, password, { keyBits: 192, hash: 'SHA384' }),
  ],
  ['standard encryption', (password: string) => encryptStandard(plain, password)],
])('an Office document with %s opens with its password alone', async (_, encrypt) => {
  const content = encrypt(PASSWORD);
  const expected = await readDocument(makeSource(plain));
  expect((await readDocument(locked(content, PASSWORD))).markdown).toBe(expected.markdown);
  expect(await countPages(locked(content, PASSWORD))).toBe(expected.summary.pages);
  await expect(readDocument(locked(content))).rejects.toMatchObject({ code: 'password_protected' });
  for (const wrong of ['', PASSWORD.toLowerCase()])
    await expect(readDocument(locked(content, wrong))).rejects.toMatchObject({ code: 'wrong_password' });
});

test('a PDF opens with its password alone', async () => {
  const content = makePdf({
    pages: [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }],
    password: 'sea',
  });
  expect((await readDocument(locked(content, 'sea'))).markdown).toBe('A page under a key\n');
  await expect(countPages(locked(content))).rejects.toMatchObject({ code: 'password_protected' });
  await expect(countPages(locked(content, 'see'))).rejects.toMatchObject({ code: 'wrong_password' });
});

test('a document that has no password opens with any, and one that has another encryption says so', async () => {
  expect((await readDocument(locked(plain, 'any'))).markdown).toContain('Line 7, of');
  const old = makeDoc({ body: [{ runs: ['x'] }], flags: 0x0100 });
  const wanted = { code: 'password_protected', message: expect.stringContaining('not supported') as string };
  await expect(readDocument(locked(old, 'any'))).rejects.toMatchObject(wanted);
});

test('damaged encryption is a failure of the document', async () => {
  const version = Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]);
  const infos = [
    Buffer.alloc(3),
    Buffer.concat([version, Buffer.from('<encryption/>')]),
    Buffer.concat([version, Buffer.from('<encryption')]),
    Buffer.from([9, 0, 9, 0, 0, 0, 0, 0]),
    Buffer.from([3, 0, 2, 0, 0x24, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]),
  ];
  for (const info of infos) {
    const content = makeCompound({ EncryptionInfo: info, EncryptedPackage: Buffer.alloc(64) });
    await expect(readDocument(locked(content, 'x'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(corrupt_document|password_protected)$/) as string,
    });
  }
  const spun = Buffer.from(encryptAgile(plain, 'x'));
  const at = spun.indexOf('spinCount="1000"');
  spun.write('spinCount="9e99"', at);
  await expect(readDocument(locked(spun, 'x'))).rejects.toMatchObject({ code: 'corrupt_document' });
});

// Longer than some blocks, with two sheets.
const workbook = utils.book_new();
for (const name of ['First', 'Second'])
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(text.map((line, n) => [`${name}: ${line}`, n])), name);

test.each(['binary', 'api'] as const)(
  'a workbook of Excel 97 to 2003 with RC4 (%s) opens with its password alone',
  async (kind) => {
    const content = encryptXls(workbook, PASSWORD, kind);
    const { markdown } = await readDocument(locked(content, PASSWORD));
    for (const name of ['First', 'Second'])
      for (const n of [0, 200, 399]) expect(markdown).toContain(`| ${name}: ${text[n]!} | ${n} |`);
    await expect(readDocument(locked(content))).rejects.toMatchObject({ code: 'password_protected' });
    await expect(readDocument(locked(content, 'x'))).rejects.toMatchObject({ code: 'wrong_password' });
  },
);

test('a workbook with XOR obfuscation opens with its password alone', async () => {
  const content = obfuscateXls(workbook);
  const { markdown } = await readDocument(locked(content, 'secret1'));
  for (const n of [0, 200, 399]) expect(markdown).toContain(`| Second: ${text[n]!} | ${n} |`);
  await expect(readDocument(locked(content))).rejects.toMatchObject({ code: 'password_protected' });
  await expect(readDocument(locked(content, 'secret2'))).rejects.toMatchObject({ code: 'wrong_password' });
});

test('what is protected, but not from being read, opens without a password', async () => {
  for (const kind of ['binary', 'api'] as const)
    expect((await readDocument(locked(encryptXls(workbook, 'VelvetSweatshop', kind)))).markdown).toContain(
      'First: Line 7',
    );
  for (const encrypt of [encryptAgile, encryptStandard])
    expect((await readDocument(locked(encrypt(plain, 'VelvetSweatshop')))).markdown).toContain('Line 7, of');
});
