/** Characters of text that make a page of a document without pages of its own. */
export const PAGE_CHARACTERS = 3000;

/** Numbers the pages of a document: its own, or as many as its text fills. */
export class PageCounter {
  /** True where the length of the text does not matter. */
  readonly #ownPages: boolean;
  /** The first page of the open section, and the characters of its text. */
  #first = 1;
  #characters = 0;
  #hasSection = false;

  constructor(ownPages: boolean) {
    this.#ownPages = ownPages;
  }

  /** The page on which what comes next starts. */
  current(): number {
    return this.#ownPages ? this.#first : this.#first + Math.floor(this.#characters / PAGE_CHARACTERS);
  }

  /** The last page of the open section. */
  last(): number {
    if (this.#ownPages) return this.#first;
    return this.#first + Math.max(1, Math.ceil(this.#characters / PAGE_CHARACTERS)) - 1;
  }

  addText(characters: number): void {
    this.#characters += characters;
  }

  /** Begins a section on a page of its own, which it returns; the first one begins on page 1. */
  startPage(): number {
    if (this.#hasSection) {
      this.#first = this.last() + 1;
      this.#characters = 0;
    }
    this.#hasSection = true;
    return this.#first;
  }
}
