import { codePageName } from '../text/code-pages.ts';
import type { Group, Look } from './group.ts';
import { PLAIN_PARAGRAPH } from './paragraph-format.ts';
import type { ParagraphFormat } from './paragraph-format.ts';

const LOOKS: Readonly<Record<string, 'bold' | 'italic' | 'strike'>> = {
  b: 'bold',
  i: 'italic',
  strike: 'strike',
  striked: 'strike',
};

/** Applies a word of character formatting. */
export function characterWord(group: Group, name: string, parameter: number | undefined): void {
  const property = Object.hasOwn(LOOKS, name) ? LOOKS[name] : undefined;
  if (property !== undefined) group.look = toggled(group.look, property, parameter !== 0);
  else if (name === 'super') group.look = { ...toggled(group.look, 'sub', false), sup: true };
  else if (name === 'sub') group.look = { ...toggled(group.look, 'sup', false), sub: true };
  else if (name === 'nosupersub') group.look = toggled(toggled(group.look, 'sup', false), 'sub', false);
  else if (name === 'f') group.font = parameter;
  else if (name === 'v') group.hidden = parameter !== 0;
  else if (name === 'deleted') group.deleted = parameter !== 0;
  else if (name === 'plain') {
    const { href } = group.look;
    group.look = href === undefined ? {} : { href };
    group.hidden = group.deleted = false;
    group.font = undefined;
  }
}

function toggled(look: Look, property: 'bold' | 'italic' | 'strike' | 'sup' | 'sub', on: boolean): Look {
  if (on) return { ...look, [property]: true };
  const { [property]: _, ...rest } = look;
  return rest;
}

/** Applies a word of paragraph formatting; false for any other. */
export function paragraphWord(format: ParagraphFormat, name: string, parameter = 0): boolean {
  switch (name) {
    case 'pard':
      Object.assign(format, PLAIN_PARAGRAPH);
      return true;
    case 's':
      format.style = parameter;
      return true;
    case 'outlinelevel':
      format.outline = parameter;
      return true;
    case 'ls':
      format.list = parameter;
      return true;
    case 'ilvl':
      format.level = Math.min(8, Math.max(0, parameter));
      return true;
    case 'intbl':
      format.tableDepth = Math.max(1, format.tableDepth);
      return true;
    case 'itap':
      format.tableDepth = Math.min(32, Math.max(0, parameter));
      return true;
    case 'li':
    case 'lin':
      format.indent = parameter;
      return true;
    case 'fi':
      format.firstIndent = parameter;
      return true;
    default:
      return false;
  }
}

/** The encoding that a word of the header sets for the whole document. */
export function codePageWord(name: string, parameter: number | undefined): string | undefined {
  switch (name) {
    case 'ansicpg':
      return parameter === undefined ? undefined : codePageName(parameter);
    case 'mac':
      return codePageName(10000);
    case 'pc':
      return codePageName(437);
    case 'pca':
      return codePageName(850);
    default:
      return undefined;
  }
}
