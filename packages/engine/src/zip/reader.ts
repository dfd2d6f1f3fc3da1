import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withArchive } from '../archive/open-archive.ts';
import type { Block } from '../document.ts';
import type { Listed, Member } from '../container/container.ts';
import type { ContainerReader } from '../format-reader.ts';

/** Files that systems leave in archives beside the documents of their users. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/** Reads a ZIP archive of documents: a list of contents, then each document below its name. */
export const reader: ContainerReader = {
  open: (file, _format, limits, use) =>
    withArchive(file, limits, async (archive) => {
      const names = [...archive.names()].filter((name) => !name.endsWith('/') && !LITTER.test(name));
      return await use({
        members: names.toSorted(compareNames).map((name): Member => ({
          name,
          content: { save: (path) => pipeline(archive.stream(name), createWriteStream(path)) },
        })),
        memberLevel: 1,
        hasText: false,
        async begin(flow, contents) {
          await flow.add(listOf(contents));
        },
      });
    }),
};

const collator = new Intl.Collator('en', { numeric: true });

/** By folder, then as people number their files: 2 before 10. */
function compareNames(a: string, b: string): number {
  const [folderA, folderB] = [a.slice(0, -basename(a).length), b.slice(0, -basename(b).length)];
  return collator.compare(folderA, folderB) || collator.compare(a, b) || (a < b ? -1 : 1);
}

function listOf(contents: readonly Listed[]): Block {
  return {
    kind: 'list',
    ordered: false,
    items: contents.map(({ name, problem }) => ({
      blocks: [
        {
          kind: 'paragraph',
          content: [
            { kind: 'text', text: name },
            ...(problem === undefined ? [] : [{ kind: 'text', text: ` (not converted: ${problem})` } as const]),
          ],
        },
      ],
    })),
  };
}
