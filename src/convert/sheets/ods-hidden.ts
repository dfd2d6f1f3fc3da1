import { StringDecoder } from 'node:string_decoder';
import type { Archive } from '../archive/open-archive.ts';
import { createXmlPush } from '../xml/parse.ts';

/**
 * Places (from 0) of an ODS workbook's hidden tables, which SheetJS does not tell: their automatic style says
 * `table:display="false"` (OpenDocument 1.3, part 3, 20.255). Reads no further than the styles when none says so.
 * Throws `Failure`.
 */
export async function hiddenTables(archive: Archive, depth: number): Promise<ReadonlySet<number>> {
  const styles = new Set<string>();
  const hidden = new Set<number>();
  let style: string | undefined;
  let tables = 0;
  let inTables = 0;
  let done = false;
  const push = createXmlPush(
    {
      open(name, attributes) {
        if (name === 'style:style') style = attributes['style:name'];
        else if (name === 'style:table-properties' && attributes['table:display'] === 'false' && style !== undefined)
          styles.add(style);
        else if (name === 'table:table' && inTables++ === 0) {
          if (styles.has(attributes['table:style-name'] ?? '')) hidden.add(tables);
          tables++;
        }
      },
      text: () => undefined,
      close(name) {
        if (name === 'table:table') inTables--;
        if (name === 'office:automatic-styles' && styles.size === 0) done = true;
      },
    },
    depth,
  );
  const decoder = new StringDecoder('utf8');
  for await (const chunk of archive.stream('content.xml')) {
    push.write(decoder.write(chunk));
    if (done) break;
  }
  return hidden;
}
