import type { CoreGlyph } from '../../../../../pdf-core/src/types.ts';
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
  const { font } = content.state;
  if (font === null) return;
  const glyphs = glyphsOf(font, items);
  if (font.withProgram === undefined || !lacksProgram(font, glyphs)) return showVisible(content, font, glyphs);
  return loadProgram(content, font).then((loaded) => showVisible(content, loaded, glyphsOf(loaded, items)));
}

/** Glyphs of the strings, and the gaps. */
const glyphsOf = ({ core }: WalkFont, items: readonly unknown[]): (readonly CoreGlyph[] | number)[] => {
  const glyphs: (readonly CoreGlyph[] | number)[] = [];
  for (const item of items) {
    if (typeof item === 'string') glyphs.push(core.charsToGlyphs(item));
    else if (typeof item === 'number') glyphs.push(item);
  }
  return glyphs;
};

function showVisible(content: Content, font: WalkFont, items: readonly (readonly CoreGlyph[] | number)[]): void {
  if (content.mark.invisible) return;
  content.page.fonts.set(font.key, font);
  showText(content, font, items);
}

function lacksProgram({ core }: WalkFont, items: readonly (readonly CoreGlyph[] | number)[]): boolean {
  for (const item of items) {
    if (typeof item === 'number') continue;
    for (const glyph of item) if (glyph.text === undefined && lacksMapping(core, glyph)) return true;
  }
  return false;
}

async function loadProgram({ state }: Content, font: WalkFont): Promise<WalkFont> {
  state.font = (await font.withProgram?.().catch(() => font)) ?? font;
  return state.font;
}
