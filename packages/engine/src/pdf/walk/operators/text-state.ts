import { numeric } from '../content.ts';
import type { Content, OperatorGroup } from '../content.ts';

/** Text state (ISO 32000-1, 9.3). */
export const textState: OperatorGroup = {
  setCharSpacing({ state }, [spacing]) {
    state.charSpacing = numeric(spacing);
  },
  setWordSpacing({ state }, [spacing]) {
    state.wordSpacing = numeric(spacing);
  },
  setHScale({ state }, [percent]) {
    state.hScale = numeric(percent) / 100;
  },
  setLeading({ state }, [leading]) {
    state.leading = numeric(leading);
  },
  setFont(content, [font, size]) {
    const { page, resources, state } = content;
    const name = font instanceof page.core.Name ? font.name : '';
    state.fontSize = numeric(size);
    const known = page.loader.known(name, resources);
    if (known === undefined) return loadFont(content, name);
    state.font = known;
  },
  setTextRenderingMode({ state }, [mode]) {
    state.renderMode = numeric(mode);
  },
  setTextRise({ state }, [rise]) {
    state.rise = numeric(rise);
  },
};

async function loadFont({ page, resources, state }: Content, name: string): Promise<void> {
  state.font = await page.loader.byName(name, resources);
}
