import type { CoreDict } from '../core/types.ts';
import type { Colors } from './colors.ts';
import type { GraphicsState } from './state.ts';

/** The operators that set colours and colour spaces (PDF 32000-1, 8.6.8); any other operator does nothing here. */
export function setColor(
  OPS: Readonly<Record<string, number>>,
  operator: number,
  args: readonly unknown[],
  state: GraphicsState,
  colors: Colors,
  resources: CoreDict,
): void {
  switch (operator) {
    case OPS.setStrokeColorSpace:
      state.strokeSpace = colors.space(args[0], resources);
      state.stroke = 0;
      break;
    case OPS.setFillColorSpace:
      state.fillSpace = colors.space(args[0], resources);
      state.fill = 0;
      break;
    case OPS.setStrokeColor:
    case OPS.setStrokeColorN:
      state.stroke = colors.color(state.strokeSpace, args);
      break;
    case OPS.setFillColor:
    case OPS.setFillColorN:
      state.fill = colors.color(state.fillSpace, args);
      break;
    case OPS.setStrokeGray:
      state.stroke = colors.gray(args);
      state.strokeSpace = null;
      break;
    case OPS.setFillGray:
      state.fill = colors.gray(args);
      state.fillSpace = null;
      break;
    case OPS.setStrokeRGBColor:
      state.stroke = colors.rgb(args);
      state.strokeSpace = null;
      break;
    case OPS.setFillRGBColor:
      state.fill = colors.rgb(args);
      state.fillSpace = null;
      break;
    case OPS.setStrokeCMYKColor:
      state.stroke = colors.cmyk(args);
      state.strokeSpace = null;
      break;
    case OPS.setFillCMYKColor:
      state.fill = colors.cmyk(args);
      state.fillSpace = null;
      break;
    default:
      break;
  }
}
