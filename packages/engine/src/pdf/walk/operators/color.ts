import type { Content, OperatorGroup } from '../content.ts';

type Operator = (content: Content, operands: readonly unknown[]) => void;
type Device = 'gray' | 'rgb' | 'cmyk';

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
  setStrokeGray: strokeIn('gray'),
  setFillGray: fillIn('gray'),
  setStrokeRGBColor: strokeIn('rgb'),
  setFillRGBColor: fillIn('rgb'),
  setStrokeCMYKColor: strokeIn('cmyk'),
  setFillCMYKColor: fillIn('cmyk'),
};

function setStrokeColor({ page, state }: Content, operands: readonly unknown[]): void {
  state.stroke = page.colors.color(state.strokeSpace, operands);
}

function setFillColor({ page, state }: Content, operands: readonly unknown[]): void {
  state.fill = page.colors.color(state.fillSpace, operands);
}

function strokeIn(device: Device): Operator {
  return ({ page, state }, operands) => {
    state.stroke = page.colors[device](operands);
    state.strokeSpace = null;
  };
}

function fillIn(device: Device): Operator {
  return ({ page, state }, operands) => {
    state.fill = page.colors[device](operands);
    state.fillSpace = null;
  };
}
