import { expect, test } from 'vitest';
import { readHtml } from '../../../../../test/make/read-html.ts';

const CODE = '```\na\n  b\n```\n';

test.each([
  [
    'Pygments, with white space around its parts',
    '<table class="highlighttable">\n <tr>\n  <td class="linenos">\n <pre>1\n2</pre>\n </td>\n  <td class="code">\n   <div>\n  <pre>a\n  b\n</pre>\n   </div>\n  </td>\n </tr>\n</table>',
    CODE,
  ],
  [
    'Pygments and Rouge',
    '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div><pre>a\n  b\n</pre></div></td></tr></table><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>a\n  b\n</pre></td></tr></tbody></table>',
    `${CODE}\n${CODE}`,
  ],
  [
    'Chroma, with its language',
    '<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre><code class="language-sh">a\n  b\n</code></pre></td></tr></table>',
    CODE.replace('```', '```sh'),
  ],
  [
    'highlight.js, a table within code',
    '<pre><code class="language-js"><table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1"></td><td class="hljs-ln-code">a</td></tr><tr><td class="hljs-ln-numbers" data-line-number="2"><div class="hljs-ln-n" data-line-number="2"></div></td><td class="hljs-ln-code">  b</td></tr></table></code></pre>',
    CODE.replace('```', '```js'),
  ],
  [
    'GitHub, a row for each line, also an empty one',
    '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">\n</td></tr><tr><td class="blob-num" data-line-number="3"></td><td class="blob-code">  b</td></tr></table>',
    '```\na\n\n  b\n```\n',
  ],
  [
    'SyntaxHighlighter',
    '<table><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td><td class="code"><div class="container"><div class="line"><code>a</code></div><div class="line"><code>  b</code></div></div></td></tr></table>',
    CODE,
  ],
  [
    'numbers within the code: Prism, Pygments, Hugo and prettify',
    '<pre><code>a\n  b\n<span class="line-numbers-rows"><span></span></span></code></pre><pre><span class="linenos">1</span>a\n<span class="linenos">2</span>  b</pre><pre><span><span style="user-select:none">1</span><span>a\n</span></span><span style="user-select:none">2</span>  b</pre><pre class="linenums"><ol><li>a</li><li>  b</li></ol></pre>',
    `${CODE}\n${CODE}\n${CODE}\n${CODE}`,
  ],
  ['numbers beside the code', '<div><div class="gutter"><pre>1\n2</pre></div><pre>a\n  b</pre></div>', CODE],
  [
    'numbers without code beside them are a table',
    '<table><tr><td>1</td><td>Ann</td></tr><tr><td>2</td><td>Bob</td></tr></table><table><tr><th>7</th><td><code>x</code></td></tr><tr><th>3</th><td><code>y</code></td></tr></table>',
    '| 1 | Ann |\n| - | - |\n| 2 | Bob |\n\n| 7 | `x` |\n| - | - |\n| 3 | `y` |\n',
  ],
  ['a number in code is code', '<pre><span class="number">1</span> + <span>2</span></pre>', '```\n1 + 2\n```\n'],
])('numbers of lines are no code: %s', async (_, body, markdown) => {
  expect(await readHtml(body)).toBe(markdown);
});
