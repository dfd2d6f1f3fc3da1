import type { OoxmlPackage } from '../ooxml/package.ts';
import { childOf, descend, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { placeholderOf } from './shapes.ts';
import type { Placeholder } from './shapes.ts';

/** Inherited by slides: the shapes of their layout and master, and the master's text styles. */
export interface Inheritance {
  /** The layout's and the master's shapes for a placeholder, nearest first. */
  chain(placeholder: Placeholder): readonly XmlElement[];
  /** The properties of a paragraph level in the master's style for a kind of placeholder. */
  masterLevel(type: string, level: number): XmlElement | undefined;
}

const NONE: Inheritance = { chain: () => [], masterLevel: () => undefined };

/** Reads layouts and masters, each once for all slides. */
export function createLayouts(show: OoxmlPackage): (layout: string | undefined) => Promise<Inheritance> {
  const known = new Map<string, Promise<Inheritance>>();
  return (layout) => {
    if (layout === undefined) return Promise.resolve(NONE);
    const inheritance = known.get(layout) ?? readInheritance(show, layout);
    known.set(layout, inheritance);
    return inheritance;
  };
}

async function readInheritance(show: OoxmlPackage, layout: string): Promise<Inheritance> {
  const master = [...(await show.relationships(layout)).values()].find(({ type }) => type === 'slideMaster')?.target;
  const masterRoot = master === undefined ? undefined : await show.readSidePart(master);
  const trees = [await show.readSidePart(layout), masterRoot].map((root) => placeholders(root));
  const styles = childOf(masterRoot, 'p:txStyles');
  return {
    chain: (placeholder) => trees.flatMap((shapes) => find(shapes, placeholder) ?? []),
    masterLevel(type, level) {
      const style =
        type === 'title' || type === 'ctrTitle'
          ? 'p:titleStyle'
          : type === 'body' || type === 'subTitle' || type === 'obj'
            ? 'p:bodyStyle'
            : 'p:otherStyle';
      return descend(styles, style, `a:lvl${level + 1}pPr`);
    },
  };
}

type Known = { readonly placeholder: Placeholder; readonly element: XmlElement };

function placeholders(root: XmlElement | undefined): Known[] {
  return elementsOf(descend(root, 'p:cSld', 'p:spTree')).flatMap((element) => {
    const placeholder = placeholderOf(element);
    return placeholder ? [{ placeholder, element }] : [];
  });
}

/** By index first, then by type (19.3.1.36); a centred title is a title, an object may stand for a body. */
function find(shapes: readonly Known[], { type, index }: Placeholder): XmlElement | undefined {
  const kind = (name: string): string =>
    name === 'ctrTitle' ? 'title' : name === 'obj' || name === 'subTitle' ? 'body' : name;
  const byIndex = index === '0' ? undefined : shapes.find(({ placeholder }) => placeholder.index === index);
  return (byIndex ?? shapes.find(({ placeholder }) => kind(placeholder.type) === kind(type)))?.element;
}
