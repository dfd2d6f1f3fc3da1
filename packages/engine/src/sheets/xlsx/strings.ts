import { StringDecoder } from 'node:string_decoder';
import type { Archive } from '../../archive/open-archive.ts';
import { createXmlPush } from '../../xml/parse.ts';

/** The shared strings of a workbook (ECMA-376 part 1, 18.4): plain text of each, phonetic hints left out. */
export async function readStrings(
  archive: Archive,
  part: string | undefined,
  depth: number,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let text = '';
  let inText = false;
  let phonetic = 0;
  const push = createXmlPush(
    {
      open(name) {
        if (name === 'x:si') text = '';
        else if (name === 'x:t') inText = phonetic === 0;
        else if (name === 'x:rPh') phonetic++;
      },
      text(piece) {
        if (inText) text += piece;
      },
      close(name) {
        if (name === 'x:t') inText = false;
        else if (name === 'x:rPh') phonetic--;
        else if (name === 'x:si') strings.push(unescapeString(text));
      },
    },
    depth,
  );
  const decoder = new StringDecoder('utf8');
  for await (const piece of archive.stream(part)) push.write(decoder.write(piece));
  push.end();
  return strings;
}

/** Characters that XML cannot hold are written as _x000D_ (18.18.96, ST_Xstring). */
export function unescapeString(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
