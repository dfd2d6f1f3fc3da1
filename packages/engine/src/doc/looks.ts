import { applyCharacter } from './formatting.ts';
import type { CharacterFormat } from './formatting.ts';
import type { DocStyles } from './styles.ts';

/** The format of a run, and its look as a story takes it. */
export interface RunFormat {
  readonly format: CharacterFormat;
  readonly look: object;
}

/** Keeps one object for each look, since a story joins text of one look. */
export class Looks {
  readonly #styles: DocStyles;
  readonly #known = new Map<Buffer, Map<number, RunFormat>>();
  #lastLink: { look: object; href: string; linked: object } | undefined;

  constructor(styles: DocStyles) {
    this.#styles = styles;
  }

  /** The format of a run by its list of properties and the style of its paragraph. */
  formatOf(list: Buffer, style: number): RunFormat {
    const byStyle = this.#known.get(list) ?? new Map<number, RunFormat>();
    this.#known.set(list, byStyle);
    let found = byStyle.get(style);
    if (!found) {
      const format = applyCharacter(list, this.#styles.character(style), this.#styles.list);
      byStyle.set(style, (found = { format, look: lookOf(format) }));
    }
    return found;
  }

  /** The look of a link. */
  linked(look: object, href: string | undefined): object {
    if (href === undefined) return look;
    const last = this.#lastLink;
    if (last?.look === look && last.href === href) return last.linked;
    const linked = { ...look, href };
    this.#lastLink = { look, href, linked };
    return linked;
  }
}

function lookOf({ bold, italic, strike, position }: CharacterFormat): object {
  return {
    ...(bold ? { bold: true } : {}),
    ...(italic ? { italic: true } : {}),
    ...(strike ? { strike: true } : {}),
    ...(position === 1 ? { sup: true } : position === 2 ? { sub: true } : {}),
  };
}
