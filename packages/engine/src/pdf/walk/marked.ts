import type { Core, CoreDict, CoreOptionalContent, CoreVisibility, CoreXRef } from '../../../../pdf-core/src/types.ts';

/** One level of marked content (ISO 32000-1, 14.6), with what it inherits from the levels around it. */
export interface Marked {
  readonly mcid: number | undefined;
  readonly artifact: boolean;
  readonly invisible: boolean;
  /** Replaces the text within this level; only on the level that states it. */
  readonly actualText?: string;
}

export const UNMARKED: Marked = { mcid: undefined, artifact: false, invisible: false };

/** Where marked content is opened. */
export interface MarkedPlace {
  readonly page: { readonly core: Core; readonly xref: CoreXRef; readonly layers: CoreOptionalContent | null };
  readonly resources: CoreDict;
  /** The level around it. */
  readonly mark: Marked;
  /** How many forms it stands in: marked content ids count within a form, so there they name nothing of the page. */
  readonly depth: number;
}

/** The level that `BMC` or `BDC` opens. */
export function openMarked({ page, resources, mark, depth }: MarkedPlace, operands: readonly unknown[]): Marked {
  const { core, xref, layers } = page;
  const tag = operands[0] instanceof core.Name ? operands[0].name : '';
  let { mcid, artifact, invisible } = mark;
  let actualText: string | undefined;
  if (tag === 'Artifact') artifact = true;
  if (tag === 'OC') invisible ||= !isVisible(layers, visibilityOf(core, xref, operands[1], resources));
  const properties = tag === 'OC' ? undefined : propertiesOf(core, operands[1], resources);
  if (properties !== undefined) {
    const id = properties.get('MCID');
    if (typeof id === 'number' && depth === 0) mcid = id;
    const text = properties.get('ActualText');
    if (typeof text === 'string') actualText = core.stringToPDFString(text);
  }
  return actualText === undefined ? { mcid, artifact, invisible } : { mcid, artifact, invisible, actualText };
}

function propertiesOf(core: Core, value: unknown, resources: CoreDict): CoreDict | undefined {
  if (value instanceof core.Dict) return value;
  if (!(value instanceof core.Name)) return undefined;
  const named = resources.get('Properties');
  const properties = named instanceof core.Dict ? named.get(value.name) : undefined;
  return properties instanceof core.Dict ? properties : undefined;
}

function visibilityOf(core: Core, xref: CoreXRef, value: unknown, resources: CoreDict): CoreVisibility | null {
  try {
    return core.parseMarkedContentProps(xref, value, resources);
  } catch {
    return null;
  }
}

/**
 * Whether optional content is shown in a document's default configuration (ISO 32000-1, 8.11). What is not understood
 * is shown.
 */
export function isVisible(layers: CoreOptionalContent | null, of: CoreVisibility | null): boolean {
  if (layers === null || of === null) return true;
  if (of.expression) return evaluate(layers, of.expression, 0);
  if (of.id !== undefined) return isOn(layers, of.id);
  const states = (of.ids ?? []).map((id) => isOn(layers, id));
  if (states.length === 0) return true;
  switch (of.policy ?? '') {
    case 'AllOn':
      return states.every(Boolean);
    case 'AnyOff':
      return states.some((on) => !on);
    case 'AllOff':
      return states.every((on) => !on);
    default:
      return states.some(Boolean);
  }
}

function evaluate(layers: CoreOptionalContent, expression: readonly unknown[], depth: number): boolean {
  if (depth > 20) return true;
  const operands = expression
    .slice(1)
    .map((operand) => (Array.isArray(operand) ? evaluate(layers, operand, depth + 1) : isOn(layers, String(operand))));
  switch (expression[0]) {
    case 'And':
      return operands.every(Boolean);
    case 'Or':
      return operands.some(Boolean);
    case 'Not':
      return operands[0] !== true;
    default:
      return true;
  }
}

function isOn(layers: CoreOptionalContent, id: string): boolean {
  const group = layers.groups.find((candidate) => candidate.id === id);
  if (group === undefined) return true;
  const on = layers.off.includes(id) ? false : layers.on.includes(id) || layers.baseState !== 'OFF';
  return on && group.usage.view?.viewState !== 'OFF';
}
