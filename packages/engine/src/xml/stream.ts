import { StringDecoder } from 'node:string_decoder';
import type { XmlElement } from './element.ts';
import { createXmlPush } from './parse.ts';

/**
 * Reads a part that may be large: yields each child of the element `parent` as a tree of its own and forgets it, so
 * that memory does not grow with the document. Throws like `createXmlPush`.
 */
export async function* streamChildren(
  bytes: AsyncIterable<Buffer>,
  parent: string,
  depth: number,
): AsyncGenerator<XmlElement> {
  const ready: XmlElement[] = [];
  const stack: { name: string; attributes: Readonly<Record<string, string>>; children: (XmlElement | string)[] }[] = [];
  let inside = false;
  const push = createXmlPush(
    {
      open(name, attributes) {
        if (!inside) {
          inside = name === parent;
          return;
        }
        const element = { name, attributes, children: [] };
        stack.at(-1)?.children.push(element);
        stack.push(element);
      },
      text: (text) => void stack.at(-1)?.children.push(text),
      close(name) {
        const element = stack.pop();
        if (element && stack.length === 0) ready.push(element);
        if (!element && name === parent) inside = false;
      },
    },
    depth,
  );
  let decoder: StringDecoder | undefined;
  for await (const chunk of bytes) {
    decoder ??= new StringDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf16le' : 'utf8');
    push.write(decoder.write(chunk));
    yield* ready.splice(0);
  }
  push.end();
  yield* ready.splice(0);
}
