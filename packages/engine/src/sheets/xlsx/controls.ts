import type { OoxmlPackage } from '../../ooxml/package.ts';
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
    const { objectType = '', checked = '' } =
      (target && !target.external ? await book.readXml(target.target) : undefined)?.attributes ?? {};
    if (shape !== undefined && /^(?:CheckBox|Radio)$/.test(objectType))
      controls.set(shape, checked === 'Checked' ? '☒' : '☐');
  }
  return controls;
}
