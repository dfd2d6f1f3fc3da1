import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { makeDocx, p } from '../../../../test/make/docx.ts';
import { makeMessage } from '../../../../test/make/message.ts';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeTextPdf } from '../../../../test/make/text-pdf.ts';

const HEADER =
  'From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>\r\nTo: Ada <ada@example.org>, bob@example.org\r\nSubject: Report of the harbour\r\nDate: Mon, 2 Mar 2026 09:15:00 +0100\r\n';
const DOT = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
const attached = (name: string): string => `Content-Disposition: attachment; filename="${name}"\r\n`;

test('a message is its subject, its header as a table and its text, in which quotes are quotes', async () => {
  const source = makeSource(`${HEADER}\r\nHello,\r\nit is *done*.\r\n\r\n> Is it?\r\n>> When?\r\n\r\nYes.\r\n`);
  const { markdown, summary } = await readDocument(source);
  expect(summary.format).toBe('eml');
  expect(markdown).toBe(
    `# Report of the harbour

| From | Jürgen \\<j@example.org> |
| - | - |
| To | Ada \\<ada@example.org>, bob@example.org |
| Date | Mon, 2 Mar 2026 09:15:00 +0100 |

Hello,  
it is \\*done\\*.

> Is it?
>
> > When?

Yes.
`,
  );
});

test.each([
  ['utf-16le', ' with its mark', '\u{feff}'],
  ['utf-16be', ' with its mark', '\u{feff}'],
  ['utf-16le', '', ''],
  ['utf-16be', '', ''],
])('a message that was saved as text in %s%s is read', async (encoding, _, mark) => {
  const text = Buffer.from(`${mark}${HEADER}\r\nHello, Jürgen.\r\n`, 'utf16le');
  const { markdown } = await readDocument(makeSource(encoding === 'utf-16le' ? text : text.swap16()));
  expect(markdown).toMatch(/^# Report of the harbour\n[^]*\n\nHello, Jürgen\.\n$/);
});

test('a message whose end is missing is read with a warning', async () => {
  const whole = makeMessage(HEADER, [{ type: 'text/plain', body: 'One.\r\nTwo.\r\n' }]);
  expect((await readDocument(makeSource(whole))).summary.warnings).toEqual([]);
  const { markdown, summary } = await readDocument(makeSource(whole.slice(0, whole.indexOf('Two'))));
  expect(markdown).toContain('One.');
  expect(summary.warnings).toMatchObject([{ kind: 'document-repaired' }]);
});

test('attachments are converted as they are alone, below headings of their own, on pages that add up', async () => {
  const docx = makeDocx({ body: p('Words of the attachment') });
  const pdf = makeTextPdf(['One line of the first page', 'One line of the second page']);
  const inner = makeMessage('From: a@example.org\r\nTo: b@example.org\r\nSubject: Inner\r\n', [
    { type: 'text/plain', body: 'Deep.' },
    { type: 'text/markdown', fields: attached('note.md'), body: '# Note' },
  ]);
  const message = makeMessage(HEADER, [
    { type: 'text/html; charset=utf-8', body: '<h1>Title</h1><p>See <b>below</b>.</p>' },
    { type: 'application/octet-stream', fields: attached('words.docx'), body: docx },
    { type: 'application/pdf', fields: attached('pages.pdf'), body: pdf },
    { type: 'message/rfc822', body: inner },
    { type: 'audio/mpeg', fields: attached('song.mp3'), body: Buffer.from('ID3\u0003\0\0', 'latin1') },
  ]);
  const { markdown, summary, pages } = await readDocument(makeSource(message));
  expect(markdown.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# Report of the harbour',
    '## Title',
    '## words.docx',
    '## pages.pdf',
    '## message.eml',
    '### Inner',
    '#### note.md',
    '# Note',
  ]);
  expect(markdown).toContain(
    '| Attachments | words.docx; pages.pdf; message.eml; song.mp3 (not converted: The file format is not supported: audio (MP3). Speech is not transcribed.) |',
  );
  expect(markdown).toContain('One line of the second page');
  expect(pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await countPages(makeSource(message))).toBe(6);
  expect(summary.warnings).toMatchObject([
    { kind: 'member-skipped', detail: expect.stringContaining('song.mp3') as string },
  ]);
  const { markdown: range } = await readDocument(makeSource(message), { range: { start: 4, end: 5 } });
  expect(range).toContain('One line of the second page');
  expect(range).toContain('Deep.');
  expect(range).not.toMatch(/first page|Words|Note/);
});

test('images of the text are artifacts where they stand, and no attachments', async () => {
  const message = makeMessage(
    HEADER,
    [
      { type: 'text/html', body: '<p><img src="cid:dot@x" alt="Dot"></p>' },
      { type: 'image/gif', fields: 'Content-ID: <dot@x>\r\n', body: DOT },
    ],
    'related',
  );
  const { markdown, assets } = await readDocument(makeSource(message), { includeImages: true });
  expect(markdown).toContain('![Dot](image-1.gif)');
  expect(markdown).not.toContain('Attachments');
  expect(assets).toMatchObject([{ name: 'image-1.gif', contentType: 'image/gif' }]);
});

test('images and notes of two attachments with one name each stay apart', async () => {
  const docx = (word: string): Uint8Array =>
    makeDocx({
      body: `${p(word)}<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
      footnotes: `<w:footnote w:id="2"><w:p><w:r><w:t>Note of ${word}</w:t></w:r></w:p></w:footnote>`,
    });
  const message = makeMessage(HEADER, [
    { type: 'text/plain', body: 'Two.' },
    { type: 'application/octet-stream', fields: attached('a.docx'), body: docx('one') },
    { type: 'application/octet-stream', fields: attached('b.docx'), body: docx('two') },
  ]);
  const { markdown } = await readDocument(makeSource(message));
  const labels = [...markdown.matchAll(/^\[\^([^\]]+)\]: (.*)$/gm)].map(([, label, text]) => [label, text]);
  expect(labels.map(([, text]) => text)).toEqual(['Note of one', 'Note of two']);
  expect(new Set(labels.map(([label]) => label)).size).toBe(2);
});

test('a message with a picture needs native code, and says so', async () => {
  const message = makeMessage(HEADER, [
    { type: 'text/plain', body: 'See.' },
    { type: 'image/png', fields: attached('scan.png'), body: Buffer.from('89504e470d0a1a0a0000', 'hex') },
  ]);
  await expect(readDocument(makeSource(message))).rejects.toThrow('needs-native');
  expect(await countPages(makeSource(message))).toBe(2);
});

test('a web page in one file is the page, with the images that came with it', async () => {
  const page = makeMessage(
    'From: <Saved by a browser>\r\nSnapshot-Content-Location: https://example.org/\r\nSubject: Page\r\n',
    [
      {
        type: 'text/html',
        fields: 'Content-Transfer-Encoding: quoted-printable\r\nContent-Location: https://example.org/\r\n',
        body: '<h1>Caf=C3=A9</h1><img src=3D"https://example.org/d.gif" alt=3D"Dot">',
      },
      { type: 'image/gif', fields: 'Content-Location: https://example.org/d.gif\r\n', body: DOT },
    ],
    'related',
  );
  const { markdown, summary, assets } = await readDocument(makeSource(page), { includeImages: true });
  expect(summary.format).toBe('mht');
  expect(markdown).toContain('![Dot](image-1.gif)');
  expect(markdown).toMatch(/^# Caf/);
  expect(markdown).not.toContain('Saved by');
  expect(assets).toHaveLength(1);
});

test('messages within messages end at a depth, documents at a number, and what is left is converted', async () => {
  let message = makeMessage(HEADER, [{ type: 'text/plain', body: 'Innermost.' }]);
  for (let n = 0; n < 6; n++)
    message = makeMessage(HEADER, [
      { type: 'text/plain', body: `Level ${n}.` },
      { type: 'message/rfc822', body: message },
    ]);
  const { markdown } = await readDocument(makeSource(message));
  expect(markdown).toContain('Level 2.');
  expect(markdown).not.toContain('Level 1.');
  expect(markdown).toContain('nested deeper than 3');
  const many = makeMessage(HEADER, [
    { type: 'text/plain', body: 'Many.' },
    ...Array.from({ length: 5 }, (_, n) => ({ type: 'text/plain', fields: attached(`${n}.txt`), body: `Text ${n}.` })),
  ]);
  const { markdown: few } = await readDocument(makeSource(many), { limits: { members: 2 } });
  expect(few).toContain('Text 1.');
  expect(few).not.toContain('Text 2.');
});

test('parts nested without end, and a message cut off, are named or read as far as they go', async () => {
  const deep = `${HEADER}MIME-Version: 1.0\r\n${Array.from(
    { length: 400 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  ).join('')}`;
  await expect(readDocument(makeSource(deep))).rejects.toMatchObject({ code: 'corrupt_document' });
  const message = makeMessage(HEADER, [
    { type: 'text/plain', body: 'Text.' },
    { type: 'application/zip', fields: attached('a.zip'), body: makeArchive({ 'a.txt': 'Some words.' }) },
  ]);
  const { markdown } = await readDocument(makeSource(message.slice(0, -120)));
  expect(markdown).toContain('Text.');
});

test('a long text is read in a time that grows with its lines, not with their square', async () => {
  const lines = 'x\r\n\r\n'.repeat(100_000);
  const { markdown } = await readDocument(makeSource(`${HEADER}\r\n${lines}`));
  expect(markdown.match(/^x$/gm)).toHaveLength(100_000);
});

test('a mailbox is a list of its messages, then each message with its attachments', async () => {
  const from = (day: number): string => `From ada@example.org Mon Mar  ${day} 09:15:00 2026\n`;
  const attachment = makeMessage('From: b@example.org\r\nTo: a@example.org\r\nSubject: With a note\r\n', [
    { type: 'text/plain', body: 'See the note.' },
    { type: 'text/markdown', fields: attached('note.md'), body: 'Words of the note.' },
  ]);
  const mailbox = [
    `${from(2)}From: a@example.org\nTo: b@example.org\nSubject: =?utf-8?Q?Kai_und_Br=C3=BCcke?=\n\nHello.\n\n>From here on it is quoted.\n\nFrom here on at 12:30 it is not.\n\nfrom noon, 12:30, until the end of 2026\n\n`,
    `${from(3)}${attachment.replaceAll('\r\n', '\n')}\n\n`,
  ].join('');
  const { markdown, summary } = await readDocument(makeSource(mailbox));
  expect([summary.format, summary.pages]).toEqual(['mbox', await countPages(makeSource(mailbox))]);
  expect(markdown).toBe(`- Message 1: Kai und Brücke
- Message 2: With a note

# Message 1

## Kai und Brücke

| From | a@example.org |
| - | - |
| To | b@example.org |

Hello.

From here on it is quoted.

From here on at 12:30 it is not.

from noon, 12:30, until the end of 2026

# Message 2

## With a note

| From | b@example.org |
| - | - |
| To | a@example.org |
| Attachments | note.md |

See the note.

### note.md

Words of the note.
`);
});

test('a mailbox of one message is that message, and one of many is bounded', async () => {
  const message =
    'From a@b Mon Mar  2 09:15:00 2026\nFrom: a@example.org\nTo: b@example.org\nSubject: Only\n\nText.\n\n';
  const one = await readDocument(makeSource(message));
  expect(one.markdown.startsWith('# Only\n')).toBe(true);
  const many = await readDocument(makeSource(message.repeat(40)), { limits: { members: 10 } });
  expect(many.markdown.match(/^# Message/gm)).toHaveLength(10);
  expect(many.markdown).toContain('The document contains more than 10 documents.');
  const separators = 'From a@b Mon Mar  2 09:15:00 2026\n\n'.repeat(200_000);
  await expect(readDocument(makeSource(`${message}${separators}`), { limits: { members: 20 } })).resolves.toBeDefined();
});

test('a web page in one file that consists of frames is the text of all of them', async () => {
  const header = 'Subject: Frames\r\n';
  const at = (name: string): string => `Content-Location: http://example.org/${name}\r\n`;
  const page = makeMessage(
    header,
    [
      {
        type: 'text/html',
        fields: at('a'),
        body: '<frameset cols="20%,80%"><frame src="b"><frame src="c"></frameset>',
      },
      { type: 'text/html', fields: at('b'), body: '<html><body><p>Menu.</p></body></html>' },
      { type: 'text/html', fields: at('c'), body: '<html><body><h1>Main</h1></body></html>' },
    ],
    'related',
  );
  const { markdown, summary } = await readDocument(makeSource(page));
  expect([summary.format, markdown]).toEqual(['mht', 'Menu.\n\n# Main\n']);
});

test('a web page in one file that leaves its character set to the page is read in it', async () => {
  const page =
    '<html><head><meta http-equiv=3D"content-type" content=3D"text/html; charset=3Dwindows-1252"></head><body><p>caf=E9=80</p></body></html>';
  const mht = `From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: http://e.org/\r\n\r\n${page}\r\n--b--\r\n`;
  const { markdown, summary } = await readDocument(makeSource(mht));
  expect([summary.format, markdown]).toEqual(['mht', 'café€\n']);
});

test.each([
  ['the browser', 'Snapshot-Content-Location: https://example.org/a/b.html\r\n', ''],
  ['the part', '', 'Content-Location: https://example.org/a/b.html\r\n'],
])('links of a web page in one file are relative to where it came from, as %s says', async (_, header, fields) => {
  const body = '<p><a href="c.html">c</a> <a href="#d">d</a></p>';
  const message = makeMessage(`From: <Saved by Blink>\r\n${header}`, [{ type: 'text/html', fields, body }], 'related');
  const { markdown, summary } = await readDocument(makeSource(message));
  expect(summary.format).toBe('mht');
  expect(markdown).toBe('[c](https://example.org/a/c.html) [d](#d)\n');
});

test('a message of nothing but HTML is no web page, though nobody is told to get it', async () => {
  const message =
    'From: Ada <ada@example.org>\r\nSubject: S\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>a';
  const { summary } = await readDocument(makeSource(message));
  expect(summary.format).toBe('eml');
});

test('people without an address are named as the header writes them', async () => {
  const message =
    'From: ada at example.org (=?utf-8?Q?J=C3=BCrgen?= Ada)\r\nTo: Bob <bob@example.org>, staff\r\nCc: Eve <eve@example.org>\r\nSubject: x\r\n\r\nText.\r\n';
  const { markdown } = await readDocument(makeSource(message));
  expect(markdown).toContain(`| From | ada at example.org (Jürgen Ada) |
| - | - |
| To | Bob \\<bob@example.org>, staff |
| Cc | Eve \\<eve@example.org> |
`);
});

test('lines before messages that hold neither a sender nor a date part them', async () => {
  const mailbox = ['One', 'Two', 'Three']
    .map((subject) => `From \nFrom: ada@example.org\nSubject: ${subject}\n\nText.\n\nFrom \nhere on: more.\n`)
    .join('');
  const { markdown } = await readDocument(makeSource(mailbox, 'box.mbox'));
  expect(markdown).toMatch(/^- Message 1: One\n- Message 2: Two\n- Message 3: Three\n/);
  expect(markdown.match(/^here on: more\.$/gm)).toHaveLength(3);
});
