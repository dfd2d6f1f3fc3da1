import type { OoxmlPackage } from '../../ooxml/package.ts';
import type { XmlElement } from '../../xml/element.ts';
import { readTail } from './frame.ts';

/** ☒ or ☐ of the check boxes and option buttons of a sheet, by the id of their shape. */
export type Controls = ReadonlyMap<string, string>;

/** Reads the form controls of a sheet (ECMA-376 part 1, 18.3.1.19), whose states are parts of their own. */
export async function readControls(book: OoxmlPackage, part: string): Promise<Controls> {
  const controls = new Map<string, string>();
  const relationships = await book.relationships(part);
  if (![...relationships.values()].some(({ type }) => type === 'ctrlProp')) return controls;
  const tail = await readTail(book.archive, part);
  for (const [control] of tail.matchAll(/<(?:\w+:)?control\s[^>]*>/g)) {
    const shape = /\bshapeId="(\d+)"/.exec(control)?.[1];
    const target = relationships.get(/\w:id="([^"]+)"/.exec(control)?.[1] ?? '');
    const mark = target && !target.external ? markOf(await book.readSidePart(target.target)) : undefined;
    if (shape !== undefined && mark !== undefined) controls.set(shape, mark);
  }
  return controls;
}

/** The mark of a check box or option button by its properties; undefined for any other control. */
function markOf(properties: XmlElement | undefined): string | undefined {
  const { objectType = '', checked } = properties?.attributes ?? {};
  if (!/^(?:CheckBox|Radio)$/.test(objectType)) return undefined;
  return checked === 'Checked' ? '☒' : '☐';
}
