import type { XmlElement } from '../xml/element.ts';
import { withAddresses } from './constructs/addresses.ts';
import { withCode } from './constructs/code-lines.ts';
import { withDrawing } from './constructs/drawing.ts';
import { formulaOf, withoutRendered } from './constructs/formulas.ts';
import { withGoogleLists } from './constructs/google-lists.ts';
import { withKeptLines } from './constructs/kept-lines.ts';
import { withRows } from './constructs/named-rows.ts';
import { withValue } from './constructs/form-values.ts';
import { withReadings } from './constructs/ruby.ts';
import { withShadow } from './constructs/shadow-roots.ts';
import { withSideNote } from './constructs/side-notes.ts';
import { withTex } from './constructs/tex-in-text.ts';
import { withWordLists } from './constructs/word-lists.ts';
import type { TexDelimiters } from './scripts.ts';

interface PageSettings {
  /** The address that links are relative to. */
  readonly base: string | undefined;
  readonly tex: TexDelimiters | undefined;
}

type Rewrite = (element: XmlElement) => XmlElement | undefined;

/**
 * The tree with what programs write in ways of their own in the way of HTML: formulas as `math`, lists of Word as
 * lists, drawings as their text, numbered code as code, notes beside the text as `note`, addresses as whole ones. What
 * does not change stays the same object.
 */
export function plainTree(root: XmlElement, { base, tex }: PageSettings): XmlElement {
  /** From outside to inside: what an element as a whole stands for. */
  const whole: readonly Rewrite[] = [
    withShadow,
    withKeptLines,
    withRows,
    withSideNote,
    formulaOf,
    withDrawing,
    withCode,
    withValue,
    withAddresses(base),
  ];
  /** From inside to outside: what its children are. */
  const parts: readonly Rewrite[] = [withoutRendered, withWordLists, withGoogleLists, withReadings];
  const inText = tex && withTex(tex);
  const visit = (element: XmlElement, outerVerbatim: boolean): XmlElement => {
    let found = element;
    for (const rewrite of whole) found = rewrite(found) ?? found;
    if (found.name === 'math') return found;
    const verbatim = outerVerbatim || VERBATIM.has(found.name);
    found = withChildren(found, (child) => visit(child, verbatim));
    for (const rewrite of parts) found = rewrite(found) ?? found;
    return verbatim ? found : (inText?.(found) ?? found);
  };
  return visit(root, false);
}

/** Their text stays as it is. */
const VERBATIM = new Set(['pre', 'code', 'kbd', 'samp', 'textarea']);

function withChildren(element: XmlElement, visit: (child: XmlElement) => XmlElement): XmlElement {
  let changed = false;
  const children = element.children.map((child) => {
    if (typeof child === 'string') return child;
    const visited = visit(child);
    changed ||= visited !== child;
    return visited;
  });
  return changed ? { ...element, children } : element;
}
