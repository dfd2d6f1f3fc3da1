import { expect, test } from 'vitest';
import { expandRtf } from '../../src/mail/outlook/compressed-rtf.ts';
import { makeCompound } from '../../../../test/make/compound.ts';
import { makeProperties } from '../../../../test/make/outlook.ts';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const DOT = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
const SENT = new Date('2026-03-02T08:15:00Z');
const head = {
  0x0037: 'Report',
  0x0c1a: 'Ada',
  0x5d01: 'ada@example.org',
  0x0039: SENT,
};

/** RTF as Outlook stores it uncompressed. */
function stored(rtf: string): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(rtf.length, 4);
  header.write('MELA', 8, 'latin1');
  return Buffer.concat([header, Buffer.from(rtf, 'latin1')]);
}

test('a message is its subject, its header as a table and its text', async () => {
  const message = makeCompound({
    ...makeProperties({ ...head, 0x1000: 'Hello.\r\n\r\nBye.' }, 32),
    '__recip_version1.0_#00000000': makeProperties({ 0x0c15: 1, 0x3001: 'Bob', 0x39fe: 'bob@example.org' }, 8),
    '__recip_version1.0_#00000001': makeProperties({ 0x0c15: 2, 0x3001: 'Eve', 0x3003: '/o=Org/cn=eve' }, 8),
  });
  const { markdown, summary } = await readDocument(makeSource(message));
  expect(summary.format).toBe('msg');
  expect(markdown).toBe(`# Report

| From | Ada \\<ada@example.org> |
| - | - |
| To | Bob \\<bob@example.org> |
| Cc | Eve |
| Date | 2026-03-02 08:15 UTC |

Hello.

Bye.
`);
});

test.each([
  ['the first that can be told', new Date('1601-01-01T00:00:00Z')],
  ['the last that is told', new Date('4501-01-01T00:00:00Z')],
])('a date that stands for none is left out: %s', async (_, date) => {
  const message = makeCompound(makeProperties({ ...head, 0x0039: date, 0x1000: 'Hello.' }, 32));
  expect((await readDocument(makeSource(message))).markdown).not.toContain('Date');
});

test('HTML comes as itself, in its code page, or out of the RTF that it was put into', async () => {
  const html = makeCompound(
    makeProperties({ ...head, 0x3fde: 1251, 0x1013: Buffer.from('<h2>\u00cf</h2>', 'latin1') }, 32),
  );
  expect((await readDocument(makeSource(html))).markdown).toContain('### П');
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\fonttbl{\\f0\\fcharset204 A;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\f0\\htmlrtf0 \\'cf \\htmlrtf not\\htmlrtf0 {\\*\\htmltag84 <b>}\\u8211?x{\\*\\htmltag92 </b>}\\htmlrtf }\\htmlrtf0 {\\*\\htmltag72 </p>}}";
  const inRtf = makeCompound(makeProperties({ ...head, 0x1009: stored(rtf), 0x1000: 'plain' }, 32));
  expect((await readDocument(makeSource(inRtf))).markdown.split('\n').at(-2)).toBe('П **–x**');
  const plainRtf = makeCompound(makeProperties({ ...head, 0x1009: stored('{\\rtf1 One {\\b two}.\\par}') }, 32));
  expect((await readDocument(makeSource(plainRtf))).markdown.split('\n').at(-2)).toBe('One **two**.');
});

test('compressed RTF is expanded, within a limit, and what is damaged as far as it goes', () => {
  // “{\rtf1” from the dictionary, three letters, then “bcbcbc” from what was written before.
  const data = [0b00000001, 0x00, 0x04, 0x61, 0x62, 0x63, 0b00000001];
  const at = 207 + 7;
  data.splice(6, 1, (at << 4) >> 8, ((at << 4) & 0xff) | 4);
  const compressed = Buffer.alloc(16 + data.length);
  compressed.writeUInt32LE(1000, 4);
  compressed.write('LZFu', 8, 'latin1');
  data.splice(0, 1, 0b00010001);
  Buffer.from(data).copy(compressed, 16);
  expect(expandRtf(compressed, 1000).toString('latin1')).toBe('{\\rtf1abcbcbcbc');
  expect(expandRtf(compressed, 8).toString('latin1')).toBe('{\\rtf1ab');
  expect(expandRtf(compressed.subarray(0, 10), 8)).toHaveLength(0);
});

test.each([
  ['its own', { 0x3ffd: 1251, 0x3ff1: 1041 }, '\u00cf', 'П'],
  ['that of its language', { 0x3fde: 50220, 0x3ff1: 1041 }, '\u0083R\u0083\u0080', 'コム'],
  ['that of Taiwan', { 0x3ff1: 1028 }, '\u00a4\u00a4', '中'],
  ['that of China', { 0x3ff1: 2052 }, '\u00d6\u00d0', '中'],
  ['that of the HTML, where its language is written in 1252', { 0x3fde: 1251, 0x3ff1: 1033 }, '\u00cf', 'П'],
  ['1252 where it names none', {}, '\u0080', '€'],
])('strings that are not Unicode are in a code page: %s', async (_, numbers, bytes, text) => {
  const subject = { '__substg1.0_0037001E': Buffer.from(bytes, 'latin1') };
  const message = makeCompound({ ...makeProperties({ ...numbers, 0x1000: 'Hello.' }, 32), ...subject });
  expect((await readDocument(makeSource(message))).markdown).toContain(`# ${text}\n`);
});

test.each([
  ['its page says UTF-8', {}, '<meta charset="utf-8" /><p>Köln – “ja”</p>'],
  [
    'its page says UTF-8, the message 1252',
    { 0x3fde: 1252 },
    '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>Köln – “ja”</p>',
  ],
  ['nothing says so', {}, '<p>Köln – “ja”</p>'],
])('HTML in UTF-8 is read: %s', async (_, numbers, html) => {
  const message = makeCompound(makeProperties({ ...head, ...numbers, 0x1013: Buffer.from(html) }, 32));
  expect((await readDocument(makeSource(message))).markdown).toContain('Köln – “ja”');
});

test('HTML of which the message names no code page is in that of its page', async () => {
  const html = Buffer.from('<meta charset="iso-8859-2"><p>p\u00f8\u00ed\u00b9t\u00ec</p>', 'latin1');
  const message = makeCompound(makeProperties({ ...head, 0x1013: html }, 32));
  expect((await readDocument(makeSource(message))).markdown).toContain('příště');
});

test('HTML in the seven bits of Japanese mail is read', async () => {
  const html = Buffer.from('<p>\u001b$B%3%`\u001b(B</p>', 'latin1');
  const message = makeCompound(makeProperties({ ...head, 0x3fde: 50220, 0x1013: html }, 32));
  expect((await readDocument(makeSource(message))).markdown).toContain('コム');
});

test('attachments are converted, also messages, and images of the text stand in it', async () => {
  const inner = makeProperties({ 0x0037: 'Inner', 0x1000: 'Deep.' }, 24);
  const message = makeCompound({
    ...makeProperties({ ...head, 0x1013: Buffer.from('<p>See <img src="cid:dot@x" alt="Dot"></p>') }, 32),
    '__attach_version1.0_#00000000': makeProperties({ 0x3707: 'words.md', 0x3701: Buffer.from('# Words') }, 8),
    '__attach_version1.0_#00000001': makeProperties({ 0x3707: 'dot.gif', 0x3712: 'dot@x', 0x3701: DOT }, 8),
    '__attach_version1.0_#00000002': {
      ...makeProperties({ 0x3001: 'Inner' }, 8),
      '__substg1.0_3701000D': {
        ...inner,
        '__attach_version1.0_#00000000': makeProperties({ 0x3707: 'deep.txt', 0x3701: Buffer.from('Deeper.') }, 8),
      },
    },
  });
  const { markdown, assets } = await readDocument(makeSource(message), { includeImages: true });
  expect(markdown.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# Report',
    '## words.md',
    '# Words',
    '## Inner',
    '### Inner',
    '#### deep.txt',
  ]);
  expect(markdown).toContain('| Attachments | words.md; Inner |');
  expect(markdown).toContain('See ![Dot](image-1.gif)');
  expect(assets).toHaveLength(1);
  expect(await countPages(makeSource(message))).toBe(4);
});

test('a message that lies about its parts is read as far as it goes', async () => {
  const message = Buffer.from(makeCompound({ ...makeProperties({ ...head, 0x1000: 'Hello.' }, 32) }));
  for (let at = 512; at < message.length; at += 97) {
    const broken = Buffer.from(message);
    broken[at] = 0xff;
    const result = await readDocument(makeSource(broken)).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toMatchObject({ name: 'Failure' });
  }
});

test('a message whose end is missing is read as far as it goes, with a warning', async () => {
  const long = 'A sentence of the message. '.repeat(400);
  const message = Buffer.from(
    makeCompound({
      ...makeProperties({ ...head, 0x1000: 'Hello.' }, 32),
      '__attach_version1.0_#00000000': makeProperties({ 0x3707: 'long.txt', 0x3701: Buffer.from(long) }, 8),
    }),
  );
  const whole = await readDocument(makeSource(message));
  expect(whole.summary.warnings.map(({ kind }) => kind)).not.toContain('document-repaired');
  expect(whole.markdown).toContain(long.trim());
  let read = 0;
  for (let length = message.length - 512; length > 512; length -= 512) {
    const cut = await readDocument(makeSource(message.subarray(0, length))).catch((error: unknown) => error);
    if (cut instanceof Error) {
      expect(cut).toMatchObject({ name: 'Failure', code: 'corrupt_document' });
      continue;
    }
    const { markdown, summary } = cut as typeof whole;
    expect(summary.warnings.map(({ kind }) => kind)).toContain('document-repaired');
    expect(markdown).toMatch(/# Report|Hello\./);
    read += 1;
  }
  expect(read).toBeGreaterThan(0);
});
