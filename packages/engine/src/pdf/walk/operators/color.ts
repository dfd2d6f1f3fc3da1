import type { Content, OperatorGroup } from '../content.ts';

/** Colour spaces and colours (ISO 32000-1, 8.6.8). */
export const color: OperatorGroup = {
  setStrokeColorSpace({ page, state, resources }, [space]) {
    state.strokeSpace = page.colors.space(space, resources);
    state.stroke = 0;
  },
  setFillColorSpace({ page, state, resources }, [space]) {
    state.fillSpace = page.colors.space(space, resources);
    state.fill = 0;
  },
  setStrokeColor,
  setStrokeColorN: setStrokeColor,
  setFillColor,
  setFillColorN: setFillColor,
  setStrokeGray({ page, state }, operands) {
    state.stroke = page.colors.gray(operands);
    state.strokeSpace = null;
  },
  setFillGray({ page, state }, operands) {
    state.fill = page.colors.gray(operands);
    state.fillSpace = null;
  },
  setStrokeRGBColor({ page, state }, operands) {
    state.stroke = page.colors.rgb(operands);
    state.strokeSpace = null;
  },
  setFillRGBColor({ page, state }, operands) {
    state.fill = page.colors.rgb(operands);
    state.fillSpace = null;
  },
  setStrokeCMYKColor({ page, state }, operands) {
    state.stroke = page.colors.cmyk(operands);
    state.strokeSpace = null;
  },
  setFillCMYKColor({ page, state }, operands) {
    state.fill = page.colors.cmyk(operands);
    state.fillSpace = null;
  },
};

function setStrokeColor({ page, state }: Content, operands: readonly unknown[]): void {
  state.stroke = page.colors.color(state.strokeSpace, operands);
}

function setFillColor({ page, state }: Content, operands: readonly unknown[]): void {
  state.fill = page.colors.color(state.fillSpace, operands);
}
