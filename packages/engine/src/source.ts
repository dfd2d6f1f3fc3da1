import type { Block } from './document.ts';
import type { Format } from './format.ts';
import type { Limits } from './limits.ts';

/** Pages `start` to `end`, 1-based and inclusive. */
export interface PageRange {
  readonly start: number;
  readonly end: number;
}

/** A document on disk. Readers open it by path, so that a format may stream; nothing else of the machine is read. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  /** The name that the sender gave, used only where the content cannot tell (CSV, TXT, Markdown). */
  readonly fileName?: string;
  /** Opens an encrypted PDF, OOXML document or XLS; of no use to others. */
  readonly password?: string;
  /** Where the document is, when it is not yet at `path`: only of PDFs. */
  readonly remote?: RemoteFile;
  /** True to read all of a web page, also what surrounds its content. */
  readonly wholePage?: boolean;
  /** How documents that lie in this one are read. */
  readonly nesting?: FileNesting;
}

export interface FileNesting {
  /** Where documents within are unpacked. */
  readonly scratch: string;
  /** How deep the file lies itself. */
  readonly depth: number;
  /** Reads a document of a format that states its structure; undefined for others. Throws `Failure`. */
  read(
    file: SourceFile,
    options: { readonly limits: Limits; readonly includeImages: boolean },
  ): Promise<NestedContent | undefined>;
}

/** The content of a document within another one. */
export interface NestedContent {
  readonly blocks: readonly Block[];
  readonly assets: readonly { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array }[];
  readonly warnings: readonly { readonly kind: string; readonly detail?: string }[];
}

/** A document of which only a part may be needed. */
export interface RemoteFile {
  /** The bytes from `begin` to before `end`. */
  read(begin: number, end: number): Promise<Uint8Array>;
  /** Fetches the whole document to its path. */
  whole(): Promise<void>;
}

/** A document of a known format, and which of its pages are wanted. Without a range: all. */
export interface Source {
  readonly file: SourceFile;
  readonly format: Format;
  readonly range: PageRange | undefined;
  /** Asked once of a document that has members; absent where they are not converted. */
  readonly planMembers?: (ownPages: number) => Promise<PlannedMembers>;
}

/** Facts about the documents within a document before its pages are read. */
export interface PlannedMembers {
  /** Pages of the whole document. */
  readonly pages: number;
  /** Those that are not converted, and why. */
  readonly skipped: readonly { readonly name: string; readonly problem: string }[];
}

/** Facts that a probe finds without converting. */
export interface Probe {
  readonly format: Format;
  /** Page count as priced: PDF pages, frames, slides, or text by 3,000 characters. */
  readonly pages: number;
  /**
   * True when a sample of the pages has no usable text, so that small ranges and a native process are worth starting
   * with.
   */
  readonly scanned: boolean;
}
