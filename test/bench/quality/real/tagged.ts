import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS } from '../documents.ts';
import { truthOfTags } from './tags.ts';

/**
 * Takes tagged PDFs of a folder into the set `real`: their tags are the truth, and the copy that is converted has none, since its
 * entry for the structure tree gets another name of the same length. Where the catalog is compressed the tags stay.
 */
export function importTagged(folder: string): string[] {
  const taken: string[] = [];
  mkdirSync(join(CORPUS, 'real'), { recursive: true });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.pdf'))) {
    const path = join(folder, file);
    if (
      !/^Tagged:\s+yes/mu.test(
        execFileSync('pdfinfo', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      )
    )
      continue;
    const text = readFileSync(path).toString('latin1');
    const target = join(CORPUS, 'real', `${text.includes('/StructTreeRoot') ? 'untagged' : 'tagged'}-${file}`);
    writeFileSync(
      target,
      Buffer.from(text.replaceAll('/StructTreeRoot', '/StructTreeNone').replaceAll('/MarkInfo', '/MarkNone'), 'latin1'),
    );
    writeFileSync(`${target}.truth.md`, truthOfTags(path));
    taken.push(file);
  }
  return taken;
}
