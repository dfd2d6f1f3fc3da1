import { expect, test } from 'vitest';
import { detect } from '../../src/detect.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (xml: string | Buffer): Promise<string> => {
  const file = makeSource(xml);
  expect(await detect(file)).toBe('rss');
  return (await readDocument(file)).markdown;
};

test('RSS 2.0: title, description, and entries with link, date, author, HTML body and enclosure', async () => {
  const markdown =
    await read(`<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>News &amp; more</title><itunes:title>no</itunes:title><description>About <![CDATA[<b>it</b>]]></description>
<item><title>First</title><link>https://e.org/1</link><pubDate>Tue, 19 Nov 2024 13:30:00 +0100</pubDate><dc:creator>Ann</dc:creator>
<description>short</description><content:encoded><![CDATA[<h1>Part</h1><p>long <a href="https://e.org/x">x</a></p><ul><li>a</li></ul>]]></content:encoded>
<enclosure url="https://e.org/a/episode.mp3" type="audio/mpeg"/></item>
<item><description>1 &lt; 2 and no tag</description></item></channel></rss>`);
  expect(markdown).toBe(
    [
      '# News & more',
      'About **it**',
      '## [First](https://e.org/1)',
      '*2024-11-19 12:30 UTC · Ann*',
      '### Part',
      'long [x](https://e.org/x)',
      '- a',
      '[episode.mp3](https://e.org/a/episode.mp3)',
      '1 < 2 and no tag\n',
    ].join('\n\n'),
  );
});

test('RSS 1.0 has its entries beside the channel', async () => {
  const markdown = await read(
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title><items/></channel><item><title>I</title><link>https://e.org/</link><dc:date>2024-01-02</dc:date></item></rdf:RDF>',
  );
  expect(markdown).toBe('# T\n\n## [I](https://e.org/)\n\n*2024-01-02*\n');
});

test('Atom: texts as plain text, HTML and XHTML, with any prefix', async () => {
  const markdown =
    await read(`<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title type="text">a &lt;b&gt; c</a:title>
<a:entry><a:title type="html">x &lt;i&gt;y&lt;/i&gt;</a:title><a:link rel="edit" href="https://e.org/edit"/><a:link href="https://e.org/1"/><a:author><a:name>Ann</a:name><a:email>a@e.org</a:email></a:author><a:updated>2024-01-02T03:04:05Z</a:updated>
<a:summary>s</a:summary><a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>p <b>q</b></p></div></a:content></a:entry></a:feed>`);
  expect(markdown).toBe('# a \\<b> c\n\n## [x *y*](https://e.org/1)\n\n*2024-01-02 03:04 UTC · Ann*\n\np **q**\n');
});

test('images carried as data are artifacts, links that run scripts are none', async () => {
  const { markdown, assets } = await readDocument(
    makeSource(
      '<rss><channel><item><title>t</title><link>javascript:alert(1)</link><description>&lt;img alt="A" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="&gt;</description></item></channel></rss>',
    ),
    { includeImages: true },
  );
  expect(markdown).toBe('## t\n\n![A](image-1.gif)\n');
  expect(assets.map(({ name }) => name)).toEqual(['image-1.gif']);
});

test('the declared encoding counts', async () => {
  const xml =
    '<?xml version="1.0" encoding="iso-8859-2"?><rss><channel><title>\u00b3\u00f3d\u00bc</title></channel></rss>';
  expect(await read(Buffer.from(xml, 'latin1'))).toBe('# łódź\n');
});

test.each([
  [
    'entities of a DTD',
    '<!DOCTYPE rss [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]><rss><channel><title>&b;</title></channel></rss>',
    'corrupt_document',
  ],
  ['a feed cut off', '<rss><channel><title>x', 'corrupt_document'],
  [
    'deep nesting',
    `<rss><channel><item><x>${'<b>'.repeat(400)}${'</b>'.repeat(400)}</x></item></channel></rss>`,
    'limit_exceeded',
  ],
])('%s is refused by name', async (_, xml, code) => {
  await expect(read(xml)).rejects.toMatchObject({ code });
});

test('Atom whose elements have no namespace, though a prefix has it', async () => {
  const markdown = await read(
    '<feed xmlns:atom="http://www.w3.org/2005/Atom"><title>T</title><entry><title>E</title><summary>S</summary></entry></feed>',
  );
  expect(markdown).toBe('# T\n\n## E\n\nS\n');
});

test('a tag that a title speaks of is a word, and XHTML without any element is HTML that was escaped', async () => {
  const rss = await read(
    '<rss version="2.0"><channel><title>T</title><item><title>Use &lt;template&gt; with &lt;b&gt;care&lt;/b&gt;</title></item><item><title>Less than &lt;3 &lt;template&gt;</title></item></channel></rss>',
  );
  expect(rss).toContain('## Less than <3 \\<template>\n');
  const atom = await read(
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>t</title><content type="xhtml">&lt;p&gt;Hello &lt;i&gt;you&lt;/i&gt;&lt;/p&gt;</content></entry><entry><title>u</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a &lt;b&gt; c</div></content></entry></feed>',
  );
  expect(atom).toBe('## t\n\nHello *you*\n\n## u\n\na \\<b> c\n');
});

test.each([
  ['a media type', 'type="text/html"'],
  ['type HTML', 'type="html"'],
  ['no type', ''],
])('markup that was not escaped is HTML: %s', async (_, type) => {
  const markdown = await read(
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>t</title><content ${type}>See <a href="https://a.example/">the <b>rules</b></a>.</content></entry></feed>`,
  );
  expect(markdown).toBe('## t\n\nSee [the **rules**](https://a.example/).\n');
});

test('content that lies elsewhere is a link below the summary, and an empty field hides no fuller one', async () => {
  const atom = await read(
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>t</title><content type="audio/ogg" src="https://a.example/t.ogg"/><summary>What is said.</summary></entry></feed>',
  );
  expect(atom).toBe('## t\n\nWhat is said.\n\n[t.ogg](https://a.example/t.ogg)\n');
  const rss = await read(
    '<rss version="2.0"><channel><title>T</title><item><title>i</title><content:encoded> </content:encoded><description>Told.</description></item></channel></rss>',
  );
  expect(rss).toContain('## i\n\nTold.\n');
});
