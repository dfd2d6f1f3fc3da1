import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { isHidden } from './inline.ts';

export interface Article {
  readonly root: XmlElement;
  /** How many parts around the article were left out. */
  readonly leftOut: number;
}

/** Share of a page's text that an article has at least; with less, the page is not one. */
const SHARE = 0.25;
/** Or this many letters, on pages with long lists of comments or links. */
const LETTERS = 1000;
/** Share of a part's text in links from which it is navigation, if its name is one of navigation too. */
const LINKED = 0.5;

const FRAME_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search']);
const FRAME_NAME =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|breadcrumbs?|footer|toolbar|pagination|skip|share|social)(?:$|[\s_-])/i;
const NOTICE_NAME = /cookie|consent|gdpr/i;
/** Within these, a `header` or `footer` belongs to the text. */
const SECTIONS = new Set(['article', 'main', 'section', 'blockquote', 'figure']);

/**
 * Finds the main content of a page, without navigation, banners, footers and notices around it. A page that does not
 * mark its parts stays as it is.
 */
export function findArticle(page: XmlElement): Article {
  const measure = createMeasure();
  const whole = measure(page).letters;
  const isEnough = ({ letters }: Measures): boolean => letters >= Math.min(LETTERS, whole * SHARE) && letters > 0;
  const frame = createFrame(measure);
  const main = findMain(page, measure);
  const from = main && isEnough(measure(main)) ? main : page;
  const pruned = frame.prune(from, from !== page);
  if (!isEnough(measure(pruned))) return { root: page, leftOut: 0 };
  const title = from === page || hasTitle(pruned) ? undefined : findTitle(page);
  const children = title ? [title, ...pruned.children] : pruned.children;
  const leftOut = frame.leftOut() + (from === page || measure(from).letters === whole ? 0 : 1);
  return { root: { ...pruned, children }, leftOut };
}

interface Measures {
  readonly letters: number;
  readonly linked: number;
}

function createMeasure(): (element: XmlElement) => Measures {
  const known = new WeakMap<XmlElement, Measures>();
  const measure = (element: XmlElement): Measures => {
    const before = known.get(element);
    if (before) return before;
    let letters = 0;
    let linked = 0;
    for (const child of element.children) {
      if (typeof child === 'string') letters += child.replaceAll(/\s+/g, '').length;
      else if (!isHidden(child)) {
        const inner = measure(child);
        letters += inner.letters;
        linked += inner.linked;
      }
    }
    const found = { letters, linked: element.name === 'a' ? letters : linked };
    known.set(element, found);
    return found;
  };
  return measure;
}

/** The element that the page marks as its content; undefined if it marks none, or several. */
function findMain(page: XmlElement, measure: (element: XmlElement) => Measures): XmlElement | undefined {
  const find = (element: XmlElement, is: (each: XmlElement) => boolean): XmlElement[] =>
    elementsOf(element)
      .filter((child) => !isHidden(child))
      .flatMap((child) => (is(child) ? [child] : find(child, is)));
  const stated = find(page, ({ name, attributes }) => name === 'main' || attributes['role'] === 'main');
  const found = stated.length > 0 ? stated : find(page, ({ name }) => name === 'article');
  return found.length === 1 && measure(found[0]!).letters > 0 ? found[0] : undefined;
}

function createFrame(measure: (element: XmlElement) => Measures): {
  prune(element: XmlElement, inSection: boolean): XmlElement;
  leftOut(): number;
} {
  let leftOut = 0;
  const isFrame = (element: XmlElement, inSection: boolean): boolean => {
    if (isFrameByElement(element, inSection)) return true;
    const { class: classes = '', id = '' } = element.attributes;
    const names = `${classes} ${id}`.slice(0, 1000);
    if (NOTICE_NAME.test(names)) return measure(element).letters < LETTERS;
    const { letters, linked } = measure(element);
    return letters > 0 && linked >= letters * LINKED && FRAME_NAME.test(names);
  };
  const prune = (element: XmlElement, inSection: boolean): XmlElement => ({
    ...element,
    children: element.children.flatMap((child): (XmlElement | string)[] => {
      if (typeof child === 'string') return [child];
      if (!PASSED.has(child.name) && isFrame(child, inSection)) {
        if (measure(child).letters > 0) leftOut++;
        return [];
      }
      return [prune(child, inSection || SECTIONS.has(child.name))];
    }),
  });
  return { prune, leftOut: () => leftOut };
}

/** Navigation, or the header or footer of the page. */
function isFrameByElement(element: XmlElement, inSection: boolean): boolean {
  const { name, attributes } = element;
  if (name === 'nav' || FRAME_ROLES.has(attributes['role'] ?? '')) return true;
  return !inSection && (name === 'footer' || (name === 'header' && !hasTitle(element)));
}

/** They are the page itself, or a part of a text, whatever they are called. */
const PASSED = new Set(['html', 'body', 'main', 'article', 'p', 'table', 'tbody', 'tr', 'td', 'th', 'pre', 'a']);

function hasTitle(element: XmlElement): boolean {
  return elementsOf(element).some((child) => child.name === 'h1' || (!isHidden(child) && hasTitle(child)));
}

/** The only title of a page, which may stand above its content. */
function findTitle(page: XmlElement): XmlElement | undefined {
  const find = (element: XmlElement): XmlElement[] =>
    elementsOf(element)
      .filter((child) => !isHidden(child))
      .flatMap((child) => (child.name === 'h1' ? [child] : find(child)));
  const found = find(page);
  return found.length === 1 ? found[0] : undefined;
}
