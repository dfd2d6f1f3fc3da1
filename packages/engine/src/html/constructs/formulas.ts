import { elementsOf, findAll, findFirst, textOf } from '../../xml/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { hasClass } from './classes.ts';
import { texOfKatex } from './katex-html.ts';
import { mathmlOfMathjax } from './mathjax-glyphs.ts';
import { parseMath } from './parse-math.ts';

/** MathJax 2: what it has made of a formula, and what it shows until then. */
const RENDERED = /^(?:MathJax(?:_Display|_SVG|_SVG_Display|_CHTML|_MathML|_PlainSource)?|mjx-chtml|MJXc-display)$/;
const PREVIEW = /^MathJax_Preview$/;
/** Images of formulas, whose text is TeX: of Wikipedia, WordPress, Zhihu and others. */
const IMAGE = /^(?:mwe-math-fallback-image-(?:inline|display)|mwe-tex|tex|latex|latex-image|eeimg|math-image)$/;
const IMAGE_SERVICE = /\/(?:latex|eqn|gif|svg|png|math\/render\/svg)[/.?]|latex\.php|codecogs\.com/i;
/** Elements that hold one formula with its delimiters: of pandoc, Sphinx, MkDocs, CKEditor, Stack Exchange, GitHub. */
const HOLDER = /^(?:math|math-container|math-tex|arithmatex|tex|latex|mathjax|js-(?:inline|display)-math)$/i;
const DELIMITED = /^\s*(?:\\\(([^]+)\\\)|\\\[([^]+)\\\]|\$\$([^]+)\$\$|\$([^$]+)\$)\s*$/;

/** The formula that an element stands for, as `math`; undefined for other elements. */
export function formulaOf(element: XmlElement): XmlElement | undefined {
  const byName = BY_NAME[element.name];
  if (byName) return byName(element);
  const data = statedTex(element);
  if (data !== undefined) return makeMath(data, false);
  if (element.attributes['class'] === undefined) return undefined;
  return BY_CLASS.find(([names]) => hasClass(element, names))?.[1](element);
}

const BY_NAME: Readonly<Record<string, (element: XmlElement) => XmlElement | undefined>> = {
  math: ofScript,
  'mjx-container': ofMathjax,
  img: ofImage,
  'math-renderer': ofHolder,
};

const BY_CLASS: readonly (readonly [RegExp, (element: XmlElement) => XmlElement | undefined])[] = [
  [/^katex-display$/, (element) => ofKatex(element, true)],
  [/^katex$/, (element) => ofKatex(element, false)],
  [/^mwe-math-element(?:-\w+)?$/, ofWikipedia],
  [RENDERED, ofRendered],
  [HOLDER, ofHolder],
];

/** Editors and Zhihu keep the TeX in an attribute. */
function statedTex(element: XmlElement): string | undefined {
  const { 'data-tex': tex, 'data-value': value } = element.attributes;
  const stated = tex ?? (hasClass(element, /^ql-formula$/) ? value : undefined);
  return stated === '' ? undefined : stated;
}

/** Without what MathJax 2 has shown of a formula that follows in a script. */
export function withoutRendered(element: XmlElement): XmlElement | undefined {
  if (!elementsOf(element).some((child) => isRendered(child) || hasClass(child, PREVIEW))) return undefined;
  const kept: (XmlElement | string)[] = [];
  let isShown = false;
  // From the end, since the script comes last.
  for (const child of element.children.toReversed()) {
    const isBlank = typeof child === 'string' && child.trim() === '';
    if (typeof child !== 'string' && (hasClass(child, PREVIEW) || isRendered(child))) {
      if (isShown) continue;
      isShown = isRendered(child);
    } else if (!isBlank) isShown = typeof child !== 'string' && isFormulaOf(child, /^script-/);
    kept.push(child);
  }
  return { ...element, children: kept.reverse() };
}

function isRendered(element: XmlElement): boolean {
  return isFormulaOf(element, /^rendered$/) || hasClass(element, RENDERED);
}

function isFormulaOf({ name, attributes }: XmlElement, source: RegExp): boolean {
  return name === 'math' && source.test(attributes['source'] ?? '');
}

/** A formula by its TeX. */
export function makeMath(tex: string, isBlock: boolean, source?: string): XmlElement {
  const annotation = { name: 'annotation', attributes: { encoding: 'application/x-tex' }, children: [tex] };
  return { name: 'math', attributes: attributesOf(isBlock, source), children: [annotation] };
}

function attributesOf(isBlock: boolean, source: string | undefined): Readonly<Record<string, string>> {
  return { ...(isBlock ? { display: 'block' } : {}), ...(source === undefined ? {} : { source }) };
}

function isBlockMath({ attributes }: XmlElement): boolean {
  return attributes['display'] === 'block' || attributes['mode'] === 'display';
}

function ofScript(element: XmlElement): XmlElement | undefined {
  const { source } = element.attributes;
  const text = textOf(element);
  // kramdown guards the TeX against readers of XHTML.
  const tex = text.replace(/^\s*%?\s*<!\[CDATA\[/, '').replace(/%?\s*\]\]>\s*$/, '');
  if (source === 'script-tex') return makeMath(tex, isBlockMath(element), source);
  if (source !== 'script-mml') return undefined;
  const math = parseMath(text);
  return { ...math, attributes: attributesOf(isBlockMath(element) || isBlockMath(math), source) };
}

/** MathJax 3 and 4: MathML for screen readers, else what its glyphs say. */
function ofMathjax(element: XmlElement): XmlElement {
  const isBlock = element.attributes['display'] === 'true';
  const math = findFirst(element, 'math');
  const root = math ?? findFirst(element, 'mjx-math') ?? element;
  const tex = root.attributes['data-latex'] ?? element.attributes['data-latex'];
  if (tex !== undefined && tex !== '') return makeMath(tex, isBlock);
  const { children } = math ?? mathmlOfMathjax(element);
  return { name: 'math', attributes: attributesOf(isBlock, undefined), children };
}

function ofImage(element: XmlElement): XmlElement | undefined {
  const { alt = '', src = '' } = element.attributes;
  const isFormula = hasClass(element, IMAGE) && (IMAGE_SERVICE.test(src) || /[\\^_={}]/.test(alt));
  if (!isFormula || alt.trim() === '') return undefined;
  return makeMath(alt.replace(/^\s*\$+|\$+\s*$/g, ''), hasClass(element, /-display$/));
}

function ofKatex(element: XmlElement, isBlock: boolean): XmlElement | undefined {
  const math = findFirst(element, 'math');
  if (math) return { ...math, attributes: attributesOf(isBlock || isBlockMath(math), undefined) };
  const tex = texOfKatex(element);
  return tex === undefined ? undefined : makeMath(tex, isBlock);
}

/** MathML that is hidden beside an image of it. */
function ofWikipedia(element: XmlElement): XmlElement | undefined {
  const math = findFirst(element, 'math');
  const images = [...findAll(element, 'img')];
  const isBlock = images.some((image) => hasClass(image, /-display$/)) || (math !== undefined && isBlockMath(math));
  if (math) return { ...math, attributes: attributesOf(isBlock, undefined) };
  const [alt] = images.map(({ attributes }) => attributes['alt'] ?? '').filter((text) => text.trim() !== '');
  return alt === undefined ? undefined : makeMath(alt, isBlock);
}

function ofRendered(element: XmlElement): XmlElement | undefined {
  const isBlock = hasClass(element, /display$/i);
  const math = findFirst(element, 'math');
  if (math) return { ...math, attributes: attributesOf(isBlock || isBlockMath(math), 'rendered') };
  const stated = findStated(element);
  if (stated === undefined) return undefined;
  return { ...parseMath(stated), attributes: attributesOf(isBlock, 'rendered') };
}

function findStated(element: XmlElement): string | undefined {
  const own = element.attributes['data-mathml'];
  if (own !== undefined) return own;
  for (const child of elementsOf(element)) {
    const found = findStated(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ofHolder(element: XmlElement): XmlElement | undefined {
  if (element.children.some((child) => typeof child !== 'string')) return undefined;
  const found = DELIMITED.exec(textOf(element));
  if (!found) return undefined;
  const [, inRound, inSquare, inTwo, inOne] = found;
  return makeMath((inRound ?? inSquare ?? inTwo ?? inOne)!, inSquare !== undefined || inTwo !== undefined);
}
