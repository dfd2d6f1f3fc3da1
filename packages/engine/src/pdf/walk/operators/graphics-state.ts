import { asMatrix, multiply } from '../../matrix.ts';
import { MAX_NESTING, numeric } from '../content.ts';
import type { Content, OperatorGroup } from '../content.ts';

/** General and special graphics state (ISO 32000-1, 8.4.4). */
export const graphicsState: OperatorGroup = {
  save({ saved, state }) {
    if (saved.length < MAX_NESTING) saved.push({ ...state });
  },
  restore(content) {
    content.state = content.saved.pop() ?? content.state;
  },
  transform({ state }, operands) {
    const matrix = asMatrix(operands);
    if (matrix !== undefined) state.ctm = multiply(state.ctm, matrix);
  },
  setLineWidth({ state }, [width]) {
    state.lineWidth = numeric(width);
  },
  setDash({ state }, [pattern]) {
    state.dashed = Array.isArray(pattern) && pattern.some((length) => typeof length === 'number' && length > 0);
  },
  setGState: (content, [name]) => setParameters(content, name),
};

/** `gs`: the entries of a graphics state parameter dictionary that matter here. */
async function setParameters({ page, resources, state }: Content, name: unknown): Promise<void> {
  const { Dict, Name, Ref } = page.core;
  const all = resources.get('ExtGState');
  const parameters = name instanceof Name && all instanceof Dict ? all.get(name.name) : undefined;
  if (!(parameters instanceof Dict)) return;
  const fill = parameters.get('ca');
  const stroke = parameters.get('CA');
  const width = parameters.get('LW');
  const font = parameters.has('Font') ? parameters.get('Font') : undefined;
  if (typeof fill === 'number') state.fillAlpha = fill;
  if (typeof stroke === 'number') state.strokeAlpha = stroke;
  if (typeof width === 'number') state.lineWidth = width;
  if (Array.isArray(font) && typeof font[1] === 'number' && (font[0] instanceof Ref || font[0] instanceof Dict)) {
    state.fontSize = font[1];
    state.font = await page.loader.byRef(font[0]);
  }
}
