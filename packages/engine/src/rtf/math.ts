import { readOmml } from '../math/omml.ts';
import type { XmlElement } from '../xml/element.ts';

/**
 * A formula in RTF: groups that are named as the elements of Office Math are (ECMA-376 part 1, 22.1), so that it is
 * read as those are.
 */
export interface RtfFormula {
  open(): void;
  /** A control word; the first of a group names it. */
  word(name: string): void;
  text(text: string): void;
  close(): void;
  /** As LaTeX. */
  end(): string;
}

interface Open {
  name: string;
  readonly children: (XmlElement | string)[];
}

/** Values that Office Math has in an attribute. */
const VALUES = /^m:(?:chr|begChr|endChr|sepChr|type|pos|vertJc|limLoc|degHide|subHide|supHide)$/;

export function createFormula(): RtfFormula {
  const root: Open = { name: 'm:oMath', children: [] };
  const stack: Open[] = [root];
  return {
    open: () => void stack.push({ name: '', children: [] }),
    word(name) {
      const top = stack.at(-1)!;
      if (top.name === '' && /^m[A-Za-z]/.test(name)) top.name = `m:${name.slice(1)}`;
    },
    text: (text) => void stack.at(-1)!.children.push(text),
    close() {
      if (stack.length > 1) stack.at(-2)!.children.push(...finish(stack.pop()!));
    },
    end() {
      while (stack.length > 1) stack.at(-2)!.children.push(...finish(stack.pop()!));
      return readOmml({ name: root.name, attributes: {}, children: root.children });
    },
  };
}

function finish({ name, children }: Open): (XmlElement | string)[] {
  const text = children.filter((child) => typeof child === 'string').join('');
  if (name === '') return children;
  if (VALUES.test(name))
    return [
      { name, attributes: { 'm:val': /^(?:on|off)$/.test(text) ? (text === 'on' ? '1' : '0') : text }, children: [] },
    ];
  if (name === 'm:r') return [{ name, attributes: {}, children: [{ name: 'm:t', attributes: {}, children: [text] }] }];
  return [{ name, attributes: {}, children }];
}
