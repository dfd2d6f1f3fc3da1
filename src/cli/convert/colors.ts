import { styleText } from 'node:util';

export const COLOR_MODES = ['auto', 'always', 'never'] as const;
export type ColorMode = (typeof COLOR_MODES)[number];

type Style = 'red' | 'yellow' | 'dim' | 'green' | 'bold';

/** Colors a text for standard error, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** By `--color`; `auto` is a terminal without `NO_COLOR` (no-color.org). */
export function painter(
  mode: ColorMode,
  { isTTY, env }: { readonly isTTY: boolean; readonly env: Readonly<Record<string, string | undefined>> },
): Paint {
  const colored = mode === 'always' || (mode === 'auto' && isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb');
  return colored ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;
}
