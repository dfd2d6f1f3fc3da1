import { expect, test } from 'vitest';
import { readHtml } from '../../../../../test/make/read-html.ts';

const mathml = '<math><msup><mi>x</mi><mn>2</mn></msup></math>';
const semantics = (tex: string): string =>
  `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`;
const katex = (inner: string): string => `<span class="katex">${inner}</span>`;
const shown = '<span class="katex-html" aria-hidden="true"><span class="base">x=12</span></span>';
/** What KaTeX writes of a base with something above or below it. */
const scripts = (isBoth: boolean, ...parts: string[]): string =>
  `<span class="mord"><span class="mord mathnormal">c</span><span class="msupsub"><span class="vlist-t${isBoth ? ' vlist-t2' : ''}"><span class="vlist-r"><span class="vlist">${parts
    .map((part) => `<span style="top:-3em"><span class="pstrut"></span><span class="mtight">${part}</span></span>`)
    .join('')}</span>${isBoth ? '<span class="vlist-s">​</span>' : ''}</span></span></span></span>`;
const glyph = (code: string): string => `<mjx-c class="mjx-c${code} TEX-I"></mjx-c>`;
const mathjax = (inner: string, attributes = ''): string =>
  `<mjx-container class="MathJax" jax="CHTML"${attributes}>${inner}</mjx-container>`;

test.each([
  [
    'KaTeX is its TeX, once, and a block where it is displayed',
    `<p>a ${katex(`<span class="katex-mathml">${semantics('mc^2')}</span>${shown}`)} b <span class="katex-display">${katex(`<span class="katex-mathml">${semantics(String.raw`x=\frac12`)}</span>${shown}`)}</span> c</p>`,
    'a $mc^2$ b\n\n$$x=\\frac12$$\n\nc\n',
  ],
  ['KaTeX with MathML only', `<p>a ${katex(`<span class="katex-mathml">${mathml}</span>`)}</p>`, 'a $x^{2}$\n'],
  [
    'KaTeX without MathML, by the places of its parts',
    `<p>${katex(`<span class="katex-html">${scripts(false, '2')}</span>`)} ${katex(`<span class="katex-html">${scripts(true, 'i')}</span>`)} ${katex(`<span class="katex-html">${scripts(true, 'i', '2')}</span>`)} a</p>`,
    '$c^{2}$ $c_{i}$ $c_{i}^{2}$ a\n',
  ],
  [
    'fractions and roots of KaTeX without MathML',
    `<p>a ${katex('<span class="mfrac"><span class="vlist-t vlist-t2"><span class="vlist-r"><span class="vlist"><span><span class="mord">2</span></span><span><span class="frac-line"></span></span><span><span class="mord">α</span></span></span></span></span></span>')} ${katex('<span class="mord sqrt"><span class="vlist-t"><span class="vlist-r"><span class="vlist"><span class="svg-align"><span class="mord">x</span></span><span><span class="hide-tail"><svg></svg></span></span></span></span></span></span>')}</p>`,
    'a $\\frac{\\alpha}{2}$ $\\sqrt{x}$\n',
  ],
  [
    'MathJax 2 is the TeX of its scripts, without what it has shown of them',
    `<p>a <span class="MathJax_Preview">p</span><span class="MathJax" data-mathml="&lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;/math&gt;"><nobr>x</nobr></span><script type="math/tex">x_1</script> b</p><div class="MathJax_Display"><span class="MathJax"><nobr>y</nobr></span></div><script type="math/tex; mode=display">% <![CDATA[\ny &< 2 %]]></script>`,
    'a $x_1$ b\n\n$$y &< 2$$\n',
  ],
  [
    'MathJax 2 without its scripts, by the MathML that it states or holds',
    `<p>a <span class="MathJax" data-mathml="${mathml.replaceAll('<', '&lt;')}"><nobr>x2</nobr></span> and <span class="MathJax_SVG"><svg></svg><span class="MJX_Assistive_MathML">${mathml}</span></span> and <script type="math/mml">${mathml}</script></p>`,
    'a $x^{2}$ and $x^{2}$ and $x^{2}$\n',
  ],
  [
    'MathJax 3 is the MathML for screen readers, and a block where it is displayed',
    `<p>a ${mathjax(`<mjx-math>${glyph('1D465')}</mjx-math><mjx-assistive-mml>${mathml}</mjx-assistive-mml>`)} b</p>${mathjax(`<mjx-assistive-mml>${mathml}</mjx-assistive-mml>`, ' display="true"')}`,
    'a $x^{2}$ b\n\n$$x^{2}$$\n',
  ],
  [
    'MathJax 4 states the TeX',
    `<p>a ${mathjax(`<mjx-math data-latex="\\sqrt{x}">${glyph('1D465')}</mjx-math>`)}</p>`,
    'a $\\sqrt{x}$\n',
  ],
  [
    'MathJax 3 without MathML, by its glyphs',
    `<p>a ${mathjax(`<mjx-math><mjx-msubsup><mjx-mi>${glyph('1D465')}</mjx-mi><mjx-script><mjx-mn>${glyph('32')}</mjx-mn><mjx-mi>${glyph('1D456')}</mjx-mi></mjx-script></mjx-msubsup></mjx-math>`)} ${mathjax('<svg><g data-mml-node="math"><g data-mml-node="mfrac"><g data-mml-node="mi"><use data-c="1D44E"></use></g><g data-mml-node="mn"><use data-c="32"></use></g></g></g></svg>')}</p>`,
    'a $x_{i}^{2}$ $\\frac{a}{2}$\n',
  ],
  [
    'formulas of Wikipedia once, by their MathML or the text of their image',
    `<p>a <span class="mwe-math-element"><span style="display: none;">${semantics(String.raw`{\displaystyle E=mc^{2}}`)}</span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^{2}}"></span> <span class="mwe-math-element"><img class="mwe-math-fallback-image-inline" src="https://e.org/math/render/svg/1" alt="{\\displaystyle a}"></span></p>`,
    'a $E=mc^{2}$ $a$\n',
  ],
  [
    'images of formulas, but no other images of that class',
    '<p>a <img class="latex" src="https://s0.wp.com/latex.php?latex=x" alt="x^2"> <img class="latex" src="glove.png" alt="A glove"></p>',
    'a $x^2$ <!-- image: A glove -->\n',
  ],
  [
    'elements that hold a formula in its delimiters',
    String.raw`<p>a <span class="math inline">\(x\)</span> <span class="math-container">$y$</span> <math-renderer>$z$</math-renderer> <span class="ql-formula" data-value="e^2">x</span> <span class="math">word</span></p><div class="math">\[a+b\]</div>`,
    'a $x$ $y$ $z$ $e^2$ word\n\n$$a+b$$\n',
  ],
  [
    'MathML whose description is TeX, and in words',
    '<p>a <math alttext="\\alpha"><mi>α</mi></math> <math alttext="the letter y"><mi>y</mi></math></p>',
    'a $\\alpha$ $y$\n',
  ],
])('%s', async (_, body, markdown) => {
  expect(await readHtml(body)).toBe(markdown);
});

const MATHJAX = '<script src="https://e.org/mathjax@3/es5/tex-chtml.js"></script>';

test.each([
  [
    'TeX in the text of a page that loads MathJax, but not in code',
    MATHJAX,
    String.raw`<p>When \(a \ne 0\), <code>\(no\)</code> and $5 or $6: $$x^2$$ so</p><pre>\[x\]</pre><p>\begin{align}a &amp;= b\end{align}</p>`,
    'When $a \\ne 0$, `\\(no\\)` and $5 or $6:\n\n$$x^2$$\n\nso\n\n```\n\\[x\\]\n```\n\n$$\\begin{align}a &= b\\end{align}$$\n',
  ],
  [
    'a formula over several lines',
    MATHJAX,
    String.raw`<p>\[a +<br>b\]</p><p class="tex2jax_ignore">\(x\)</p>`,
    '$$a + b$$\n\n\\\\(x\\\\)\n',
  ],
  [
    'single dollars only where the page says so',
    `<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>${MATHJAX}`,
    '<p>Let $x_1 &lt; 3$; it costs 5$ or $ 6.</p>',
    'Let $x_1 < 3$; it costs 5$ or $ 6.\n',
  ],
  [
    'KaTeX that renders a page by itself',
    '<script src="auto-render.min.js"></script>',
    String.raw`<p>\(x\)</p>`,
    '$x$\n',
  ],
  ['no formulas where nothing typesets them', '', String.raw`<p>a \(x\) $$y$$</p>`, 'a \\\\(x\\\\) \\$\\$y$$\n'],
])('%s', async (_, head, body, markdown) => {
  expect(await readHtml(body, head)).toBe(markdown);
});

test('stacks in stacks are read once each, and begins without an end are looked at once', async () => {
  const depth = 40;
  const stack = '<span class="sqrt"><span class="vlist"><span>';
  expect(await readHtml(`<p>a <span class="katex">${stack.repeat(depth)}x</p>`)).toBe(
    `a $${'\\sqrt{'.repeat(depth)}x${'}'.repeat(depth)}$\n`,
  );
  expect(await readHtml(`<p>${String.raw`a \(x `.repeat(100_000)}</p>`, MATHJAX)).toContain('a');
});
