import { lacksMapping } from '../../glyphs.ts';
import { numeric } from '../content.ts';
import type { Content, OperatorGroup } from '../content.ts';
import type { WalkFont } from '../state.ts';
import { showText } from '../text.ts';

/** Text showing (ISO 32000-1, 9.4.3). */
export const textShowing: OperatorGroup = {
  showText: show,
  showSpacedText: (content, [items]) => show(content, Array.isArray(items) ? (items as unknown[]) : []),
  nextLineShowText(content, operands) {
    content.position.moveLine(0, -content.state.leading);
    return show(content, operands);
  },
  nextLineSetSpacingShowText(content, [wordSpacing, charSpacing, ...strings]) {
    const { position, state } = content;
    state.wordSpacing = numeric(wordSpacing);
    state.charSpacing = numeric(charSpacing);
    position.moveLine(0, -state.leading);
    return show(content, strings);
  },
};

/** Shows strings and gaps; the font is loaded with its program first where its own map misses one of their codes. */
function show(content: Content, items: readonly unknown[]): Promise<void> | void {
  if (lacksProgram(content.state.font, items)) return loadProgram(content).then(() => showVisible(content, items));
  showVisible(content, items);
}

function showVisible(content: Content, items: readonly unknown[]): void {
  const { font } = content.state;
  if (content.mark.invisible || font === null) return;
  content.page.fonts.set(font.key, font);
  showText(content, font, items);
}

function lacksProgram(font: WalkFont | null, items: readonly unknown[]): boolean {
  if (font?.withProgram === undefined) return false;
  for (const item of items) {
    if (typeof item !== 'string') continue;
    for (const glyph of font.core.charsToGlyphs(item))
      if (glyph.text === undefined && lacksMapping(font.core, glyph)) return true;
  }
  return false;
}

async function loadProgram({ state }: Content): Promise<void> {
  const reload = state.font?.withProgram;
  if (reload !== undefined) state.font = await reload().catch(() => state.font);
}
