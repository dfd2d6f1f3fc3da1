import type { Format } from '../format.ts';
import { FORMATS } from '../formats.ts';
import type { PageLook } from '../page-model.ts';
import type { PageRange } from '../source.ts';
import type { Warning } from '../warning.ts';
import type { OutputPiece } from './output-block.ts';

/** Facts about the document that are known before its blocks. */
export interface DocumentFacts {
  readonly format: string;
  /** Of the whole document. */
  readonly pageCount: number;
  readonly pageRange: PageRange;
}

/** A page as the JSON lists it. */
export interface OutputPage extends Partial<PageLook> {
  readonly page: number;
}

/** Writes the JSON of a document in one pass: it holds no block, only a line for each page and image. */
export interface DocumentJson {
  begin(): string;
  page(page: OutputPage): void;
  block(piece: OutputPiece): string;
  end(warnings: readonly Warning[]): string;
}

export function makeDocumentJson({ format, pageCount, pageRange }: DocumentFacts): DocumentJson {
  const pages: OutputPage[] = [];
  const images: object[] = [];
  let blocks = 0;
  return {
    begin() {
      const contentType = FORMATS[format as Format].contentTypes[0]!;
      const facts = JSON.stringify({ version: 1, format, contentType, pageCount, pageRange });
      return `${facts.slice(0, -1)},\n"blocks":[`;
    },
    page: (page) => void pages.push(page),
    block({ block, images: names }) {
      const { page, boxes } = block;
      for (const fileName of names)
        images.push({
          fileName,
          block: blocks,
          page,
          ...(block.role === 'figure' && boxes ? { box: boxes[0]!.box } : {}),
        });
      blocks += 1;
      return `${blocks === 1 ? '\n' : ',\n'}${JSON.stringify(block)}`;
    },
    end: (warnings) => `\n],\n${list('pages', pages)},\n${list('images', images)},\n${list('warnings', warnings)}}\n`,
  };
}

const list = (name: string, values: readonly object[]): string =>
  `"${name}":[${values.map((value) => `\n${JSON.stringify(value)}`).join(',')}${values.length > 0 ? '\n' : ''}]`;
