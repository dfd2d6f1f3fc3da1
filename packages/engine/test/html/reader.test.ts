import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (body: string): Promise<string> =>
  (
    await readDocument(
      makeSource(`<!DOCTYPE html><html><head><title>t</title><style>p{}</style></head><body>${body}</body></html>`),
    )
  ).markdown;

test('a page that a script will show is read', async () => {
  const { markdown } = await readDocument(
    makeSource('<html><body style="display: none"><p>a</p><p hidden>x</p></body>'),
  );
  expect(markdown).toBe('a\n');
});

test.each([
  [
    'a box that is clipped to a point does not show',
    '<p>a<span style="position: absolute; clip: rect(0px, 0px, 0px, 0px); width: 1px">x</span>b<i style="position:absolute;clip:rect(1px 1px 1px 1px)">y</i>c<b style="clip-path: inset(50%)">z</b>d<i style="clip: rect(0, 90px, 20px, 0)">e</i></p>',
    'abcd*e*\n',
  ],
  [
    'scripts, styles and hidden elements never show',
    '<p>a<script>alert(1)</script><style>b{}</style></p><p hidden>x</p><p style="display: none">y</p><template>z</template>',
    'a\n',
  ],
  ['white space collapses as in a browser', '<p>  a\n   <b> b </b>\n c  </p>', 'a **b** c\n'],
  ['headings and paragraphs without tags around text', '<h2>H <b>x</b></h2>text<p>more', '## H x\n\ntext\n\nmore\n'],
  ['inline elements that hold blocks', '<a href="/x"><div>one</div><div>two</div></a>', '[one](/x)\n\n[two](/x)\n'],
  [
    'nested lists, also the invalid kind',
    '<ol start="3"><li>a<ul><li>b</ul><li>c</ol><ul><li>x</li><ul><li>y</li></ul></ul>',
    '3. a\n    - b\n4. c\n\n- x\n    - y\n',
  ],
  [
    'text in a list outside of its items goes on with the item before, and ends the list where it has a heading',
    '<ol>before<li>a</li>more<li>b</li><h2>H</h2><p>text</p><li>c</li></ol>',
    'before\n\n1. a\n\n    more\n\n2. b\n\n## H\n\ntext\n\n3. c\n',
  ],
  ['elements of a list without items as its items', '<ul><p>a</p><button>b</button></ul>', '- a\n- b\n'],
  [
    'text of a figure without a tag around it',
    '<figure>a <b>b</b><figcaption>c</figcaption></figure>',
    'a **b**\n\nc\n',
  ],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked> done<li><input type=checkbox>open</ul>',
    '- [x] done\n- [ ] open\n',
  ],
  ['descriptions', '<dl><dt>T<dd>one<dd>two</dl>', '- **T**\n    - one\n    - two\n'],
  [
    'descriptions with text of no term or description',
    '<dl><dt>T</dt>loose<section><dd>one</dd></section><p>two</p></dl>',
    '- **T**\n    - loose\n    - one\n    - two\n',
  ],
  [
    'code with its language',
    '<pre><code class="language-js">a &lt; b\n  c</code></pre><p>use <code>x`y</code></p>',
    '```js\na < b\n  c\n```\n\nuse ``x`y``\n',
  ],
  [
    'tables with a caption, header and spans',
    '<table><caption>Cap</caption><thead><tr><th>a<th>b</thead><tr><td rowspan=2>1<td>2<tr><td>3</table>',
    'Cap\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| 1 | 3 |\n',
  ],
  [
    'a caption of several blocks before its table',
    '<table><caption><h2>Final</h2>Group A<ul><li>x</ul></caption><tr><td>1<td>2</table>',
    '## Final\n\nGroup A\n\n- x\n\n| 1 | 2 |\n| - | - |\n',
  ],
  [
    'a caption of several blocks below its figure',
    '<figure>a<figcaption><h3>b</h3><p>c</p><p>d</p></figcaption></figure>',
    'a\n\n### b\n\nc\n\nd\n',
  ],
  [
    'columns that set the figures of a report apart are left out, and signs join their numbers',
    `<table><tr><td><td><td colspan=3>2021<td><td colspan=3>2020
      <tr><td>Sales<td><td>$<td><b>20</b><td><td><td>$<td>19<td>
      <tr><td>Loss<td><td><td>(3<td>)<td><td><td>(4<td>)</table>`,
    '|  | 2021 | 2020 |\n| - | - | - |\n| Sales | **$20** | $19 |\n| Loss | (3) | (4) |\n',
  ],
  [
    'a sign does not join two numbers of one cell',
    '<table><tr><td>1<td>$<td>4<tr><td>2<td>$<td><p>5<p>6</table>',
    '| 1 | $ | 4 |\n| - | - | - |\n| 2 | $ | 5<br>6 |\n',
  ],
  [
    'columns of a form that are there to be filled in stay, and so do signs without numbers',
    '<table><tr><td>Name<td><tr><td>Price<td></table><table><tr><td>1<td>$<td>a<tr><td>2<td>$<td>4</table>',
    '| Name |  |\n| - | - |\n| Price |  |\n\n| 1 | $ | a |\n| - | - | - |\n| 2 | $ | 4 |\n',
  ],
  [
    'what is in no cell of a table stands before it',
    '<table>loose<tr><td>1<td>2</tr><p>text</p><tr><td>3<td>4</table>',
    'loose\n\ntext\n\n| 1 | 2 |\n| - | - |\n| 3 | 4 |\n',
  ],
  ['a table without cells is its content', '<table><p>one</p><h3>two</h3></table>', 'one\n\n### two\n'],
  [
    'forms and unknown elements around rows and cells, and cells without a row',
    '<table><form><tr><th>a<th>b</tr><x-row><tr><td>1</td><x-cell><td>2</td></x-cell></tr></x-row></form><td>3</td><td>4</td></table>',
    '| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n',
  ],
  ['a table for layout is its content', '<table role="presentation"><tr><td><p>a</p><td>b</table>', 'a\n\nb\n'],
  ['quotes, rules and breaks', '<blockquote><p>q</p></blockquote><hr>a<br>b', '> q\n\n---\n\na  \nb\n'],
  [
    'links cannot run scripts',
    '<a href="javascript:alert(1)">x</a> <a href="https://e.org?a=1&amp;b=2">y</a>',
    'x [y](https://e.org?a=1&b=2)\n',
  ],
  [
    'formulas by their TeX or their MathML',
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math> and <math><msup><mi>y</mi><mn>2</mn></msup></math>',
    '$x^2$ and $y^{2}$\n',
  ],
  [
    'numbers of items as the page states them',
    '<ol><li>a<li value=5>b<li>c<li hidden>x<li><li>d</ol><ol start=0><li>zero</ol>',
    '1. a\n\n5) b\n6) c\n\n8. d\n\n0) zero\n',
  ],
  [
    'numbers that Markdown cannot count as they are printed',
    '<ol reversed><li>a<li>b</ol><p>x</p><ol type=a start=27><li>c<ol style="list-style-type: upper-roman"><li value=4>d</ol></ol><p>y</p><ol start=-1><li>e<li>f</ol>',
    '- 2. a\n- 1. b\n\nx\n\n- aa. c\n    - IV. d\n\ny\n\n- -1. e\n\n0) f\n',
  ],
  [
    'a foot before the body of a table stands at its end, other feet where they are',
    '<table><tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>a<td>1</tbody><tfoot><tr><td>b<td>2</tfoot><thead><tr><th>k<th>v</thead></table>',
    '| k | v |\n| - | - |\n| a | 1 |\n| b | 2 |\n| sum | 3 |\n',
  ],
  [
    'a span over all columns makes none',
    '<table><tr><th>a<th>b<tr><td colspan=100>all<tr><td>1<td>2</table><table><tr><td colspan=2>1<td colspan=3>2<tr><td colspan=2>3<td colspan=3>4</table>',
    '| a | b |\n| - | - |\n| all | all |\n| 1 | 2 |\n\n| 1 | 2 |\n| - | - |\n| 3 | 4 |\n',
  ],
  [
    'spans over rows end with their section, and rows without cells take part in them',
    '<table><tbody><tr><td rowspan=0>a<td>1<tr><td>2</tr></tbody><tr><td>b<td>3</table><table><tr><td rowspan=2>a<td rowspan=2>b<tr><tr><td>c<td>d</table>',
    '| a | 1 |\n| - | - |\n| a | 2 |\n| b | 3 |\n\n| a | b |\n| - | - |\n| c | d |\n',
  ],
  [
    'the look that styles state, also against the element',
    '<b style="font-weight:normal"><span style="font-weight:700">a</span> b <span style="font-style:italic">c</span> <span style="text-decoration: underline line-through">d</span> x<span style="vertical-align:super">2</span></b> <b style="mso-bidi-font-weight:normal">e</b>',
    '**a** b *c* ~~d~~ x<sup>2</sup> **e**\n',
  ],
  ['a dialog is shown when it is open', '<dialog>a</dialog><dialog open>b</dialog>', 'b\n'],
  [
    'what a shadow root shows, with what is put into its slots',
    '<x-card><template shadowrootmode="open"><h2><slot name="title">none</slot></h2><slot></slot><p>end</p></template><b slot="title">T</b><p>light</p></x-card><template>no</template>',
    '## T\n\nlight\n\nend\n',
  ],
  ['a space has no look, but parts words', 'a<b> </b>b<code> </code>c <b>d</b><b> </b><b>e</b>', 'a b c **d** **e**\n'],
  [
    'lines that a style keeps',
    '<div style="white-space: pre-wrap">\none\n<b>two\nthree</b></div><p style="white-space: nowrap">a\nb</p>',
    'one  \n**two**  \n**three**\n\na b\n',
  ],
  [
    'rows and cells of a table by the names of other formats',
    '<table><row><cell role="head">a</cell><cell role="head">b</cell></row><row><cell>1<p>2</cell><cell>3</cell></row></table>',
    '| a | b |\n| - | - |\n| 1<br>2 | 3 |\n',
  ],
  [
    'what looks like Markdown is text',
    '<p># no heading</p><p>1. no *list*</p>',
    '\\# no heading\n\n1\\. no \\*list\\*\n',
  ],
])('%s', async (_, html, markdown) => {
  expect(await read(html)).toBe(markdown);
});

test('images in the document are stored, linked ones leave their text; nothing is fetched', async () => {
  const html =
    '<p><img alt="A dot" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p><p><img alt="Far" src="https://e.org/x.png"></p>';
  const { markdown, assets } = await readDocument(makeSource(`<html><body>${html}`), { includeImages: true });
  expect(markdown).toBe('![A dot](image-1.gif)\n\n<!-- image: Far -->\n');
  expect(
    assets.map(({ name, contentType, bytes }) => [name, contentType, Buffer.from(bytes).toString('latin1', 0, 6)]),
  ).toEqual([['image-1.gif', 'image/gif', 'GIF89a']]);
});

test.each([
  ['an XML declaration', '<?xml version="1.0" encoding="utf-8"?>\n<html>'],
  [
    'a document type',
    '<!-- x --><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html>',
  ],
  ['a namespace', '<!DOCTYPE html><html lang="en" xmlns="http://www.w3.org/1999/xhtml">'],
])('elements may close themselves in XHTML, which %s tells', async (_, begin) => {
  const page = `${begin}<head><title/><script src="x.js"/><style/></head><body><p>One<br/><a id="x"/><textarea/> <![CDATA[a < b]]></p><div/><h2/><iframe src="x"/><p>Two <i/>words</p></body></html>`;
  expect((await readDocument(makeSource(page))).markdown).toBe('One  \na < b\n\nTwo words\n');
});

test('elements of raw text may close themselves in any page, also where a piece of the file ends', async () => {
  const filler = 'x'.repeat(256 * 1024 - 22);
  const page = `<!DOCTYPE html><html><body>${filler}<script src="a.js"/><title/><p>Text</p><iframe src="b"/><p>End</p>`;
  expect((await readDocument(makeSource(page))).markdown).toBe(`${filler}\n\nText\n\nEnd\n`);
});

test('links are relative to what the page says', async () => {
  const links =
    '<p><a href="b">b</a> <a href="/c">c</a> <a href="//e.net/d">d</a> <a href="#e">e</a> <a href="mailto:f@g">f</a></p>';
  const page = (base: string): ReturnType<typeof makeSource> =>
    makeSource(`<!DOCTYPE html><html><head>${base}</head><body>${links}`);
  expect((await readDocument(page('<base href="https://e.org/a/x.html"><base href="https://no">'))).markdown).toBe(
    '[b](https://e.org/a/b) [c](https://e.org/c) [d](https://e.net/d) [e](#e) [f](mailto:f@g)\n',
  );
  expect((await readDocument(page('<base href="docs/">'))).markdown).toContain('[b](b) [c](/c)');
});

test('a declared encoding is believed where the bytes are no UTF-8', async () => {
  const { markdown } = await readDocument(
    makeSource(Buffer.from('<html><head><meta charset="iso-8859-2"></head><body><p>\u00b3\u00f3d\u00bc</p>', 'latin1')),
  );
  expect(markdown).toBe('łódź\n');
});
