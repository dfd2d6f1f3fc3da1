import { commandOf } from './symbols.ts';

/** Binary operations and relations, by the classes of TeX. */
export const BINARY: ReadonlySet<string> = new Set('+−±∓×÷⋅·∗∘◦∙∪∩∧∨⊕⊗⊖⊙∖\\⊔⊓⋆⋊⋉⊎⋄∔⊠⊞-');
export const RELATIONS: ReadonlySet<string> = new Set(
  '=<>≤≥≠≈≃≅≡∼∝≪≫→←↔⇒⇐⇔↦∈∉∋⊂⊆⊃⊇⊥∥≺≻⪯⪰⊢⊨≜⟶⟹⟺⟵↪∣⩽⩾≲≳⊑⊒≍≐⇝↑↓⊴⊲⊊⊋⇀↠↗↘⇌⟷⟼≼≽∤⊈≰≱',
);

const JOINING: ReadonlySet<string> = new Set([
  ':',
  ...[...BINARY, ...RELATIONS].map((char) => commandOf(char) ?? char),
]);
const FIRST = /^(?:\\[a-zA-Z]+|.)/u;
const LAST = /(?:\\[a-zA-Z]+|.)$/u;

/** Whether two formulas are one that a line end broke: behind or before an operation or a relation. */
export const breaksBetween = (before: string, after: string): boolean =>
  JOINING.has(LAST.exec(before)?.[0] ?? '') || JOINING.has(FIRST.exec(after)?.[0] ?? '');

/** Functions that LaTeX sets upright by a command of their own. */
export const FUNCTIONS = new Set([
  'sin',
  'cos',
  'tan',
  'cot',
  'sec',
  'csc',
  'arcsin',
  'arccos',
  'arctan',
  'sinh',
  'cosh',
  'tanh',
  'coth',
  'log',
  'ln',
  'lg',
  'exp',
  'lim',
  'max',
  'min',
  'sup',
  'inf',
  'det',
  'dim',
  'ker',
  'deg',
  'gcd',
  'arg',
  'Pr',
  'hom',
  'limsup',
  'liminf',
]);
