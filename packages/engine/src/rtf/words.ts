/** Control words that stand for a character. */
export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
};

/** Control symbols that stand for a character; an optional hyphen shows nothing. */
export const SYMBOLS: Readonly<Record<string, string>> = { '~': '\u00a0', _: '\u2011', '-': '', '\t': '\t' };

export type Destination =
  | 'text'
  | 'skip'
  /** Holds other destinations; its own text does not belong to the document. */
  | 'shape'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'label'
  | 'instruction'
  | 'picture'
  | 'property-name'
  | 'property-value'
  | 'nested-row'
  | 'object'
  | 'math';

/** The word of the destination that holds an object's bytes. */
export const OBJECT_DATA = 'objdata';

/** Destinations that are read. Those of a drawing's text and of notes begin texts of their own. */
export const DESTINATIONS: Readonly<Record<string, Destination | 'note' | 'box'>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtable: 'lists',
  listoverridetable: 'overrides',
  listtext: 'label',
  pntext: 'label',
  fldinst: 'instruction',
  pict: 'picture',
  shppict: 'shape',
  picprop: 'shape',
  shpinst: 'shape',
  shpgrp: 'shape',
  do: 'shape',
  sp: 'shape',
  sn: 'property-name',
  sv: 'property-value',
  shptxt: 'box',
  dptxbxtext: 'box',
  footnote: 'note',
  nesttableprops: 'nested-row',
  [OBJECT_DATA]: 'object',
  moMath: 'math',
  moMathPara: 'shape',
};

/** Destinations whose content is left out, with or without the mark (`\*`) that allows it. */
export const SKIPPED: ReadonlySet<string> = new Set([
  'aftncn',
  'aftnsep',
  'aftnsepc',
  'annotation',
  'atnauthor',
  'atndate',
  'atnid',
  'atnparent',
  'atnref',
  'atrfend',
  'atrfstart',
  'bkmkend',
  'bkmkstart',
  'colorschememapping',
  'colortbl',
  'datafield',
  'datastore',
  'filetbl',
  'footer',
  'footerf',
  'footerl',
  'footerr',
  'ftncn',
  'ftnsep',
  'ftnsepc',
  'generator',
  'header',
  'headerf',
  'headerl',
  'headerr',
  'info',
  'latentstyles',
  'levelnumbers',
  'leveltext',
  'listname',
  'mmathPict',
  'mmathPr',
  'nonesttables',
  'nonshppict',
  'objclass',
  'objname',
  'pgptbl',
  'pn',
  'pnseclvl',
  'private',
  'revtbl',
  'rsidtbl',
  'rxe',
  'shprslt',
  'tc',
  'tcn',
  'template',
  'themedata',
  'txe',
  'userprops',
  'xe',
  'xmlnstbl',
]);
