import type { Warning } from '../warning.ts';

/** Warnings of a document, alike ones of a page as one with their number. */
export class WarningCounts {
  readonly #warnings = new Map<string, Warning>();

  add(kind: string, page: number, detail: string | undefined): void {
    const key = `${kind}\n${page}\n${detail ?? ''}`;
    const count = (this.#warnings.get(key)?.count ?? 0) + 1;
    this.#warnings.set(key, { kind, page, count, ...(detail === undefined ? {} : { detail }) });
  }

  list(): Warning[] {
    return [...this.#warnings.values()];
  }
}
