import { codePageName } from '../text/code-pages.ts';
import { encodingOfCharset } from './fonts.ts';
import type { RtfFont } from './fonts.ts';
import { createLists } from './lists.ts';
import type { ListLevel, RtfList } from './lists.ts';
import { styleOf } from './paragraph.ts';
import type { RtfStyle } from './paragraph.ts';

/** The definitions in the header of a document: fonts, styles and lists. */
export interface Definitions {
  readonly fonts: Map<number, RtfFont>;
  readonly styles: Map<number, RtfStyle>;
  readonly lists: RtfList;
  fontWord(name: string, parameter: number): void;
  fontText(text: string): void;
  /** A style begins with its group and ends with it. */
  beginStyle(): void;
  styleWord(name: string, parameter: number): void;
  styleText(text: string): void;
  endStyle(): void;
  listWord(name: string, parameter: number): void;
  overrideWord(name: string, parameter: number): void;
}

export function createDefinitions(): Definitions {
  const fonts = new Map<number, RtfFont>();
  const styles = new Map<number, RtfStyle>();
  const lists = createLists();
  let font: RtfFont | undefined;
  let style = { number: 0, name: '', outline: undefined as number | undefined, isParagraph: true };
  let levels: ListLevel[] = [];
  let list = 0;
  return {
    fonts,
    styles,
    lists,
    fontWord(name, parameter) {
      if (name === 'f') fonts.set(parameter, (font = { name: '', encoding: undefined }));
      else if (name === 'fcharset' && font) font.encoding ??= encodingOfCharset(parameter);
      else if (name === 'cpg' && font) font.encoding = codePageName(parameter);
    },
    fontText(text) {
      if (font && !font.name.includes(';')) font.name += text;
    },
    beginStyle: () => void (style = { number: 0, name: '', outline: undefined, isParagraph: true }),
    styleWord(name, parameter) {
      if (name === 's') style.number = parameter;
      else if (name === 'outlinelevel') style.outline = parameter;
      else if (name === 'cs' || name === 'ds' || name === 'ts') style.isParagraph = false;
    },
    styleText: (text) => void (style.name += text),
    endStyle() {
      if (style.isParagraph && style.name !== '')
        styles.set(style.number, styleOf(style.name.replace(/;.*$/s, '').trim(), style.outline));
    },
    listWord(name, parameter) {
      if (name === 'list') levels = [];
      else if (name === 'levelnfc' && levels.length < 9) levels.push({ kind: parameter, start: 1 });
      else if (name === 'levelstartat' && levels.length > 0)
        levels[levels.length - 1] = { ...levels.at(-1)!, start: parameter };
      else if (name === 'listid') lists.define(parameter, levels);
    },
    overrideWord(name, parameter) {
      if (name === 'listid') list = parameter;
      else if (name === 'ls') lists.override(parameter, list);
    },
  };
}
