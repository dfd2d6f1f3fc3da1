import { Parser } from 'htmlparser2';
import type { XmlElement } from '../../xml/element.ts';

/** Levels of a formula that are read. */
const DEPTH = 200;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** MathML that stands in a text or an attribute. */
export function parseMath(text: string): XmlElement {
  const root: Open = { name: 'math', attributes: {}, children: [] };
  const stack = [root];
  let beyond = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (stack.length >= DEPTH) return void beyond++;
      const element: Open = { name, attributes, children: [] };
      stack.at(-1)!.children.push(element);
      stack.push(element);
    },
    ontext: (piece) => void stack.at(-1)!.children.push(piece),
    onclosetag() {
      if (beyond > 0) beyond--;
      else if (stack.length > 1) stack.pop();
    },
  });
  parser.write(text);
  parser.end();
  const [only] = root.children;
  return root.children.length === 1 && typeof only === 'object' && only.name === 'math' ? only : root;
}
