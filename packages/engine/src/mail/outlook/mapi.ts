import type { MapiProperties } from './properties.ts';

/** Numbers of properties (MS-OXPROPS). */
export const SUBJECT = 0x0037;
export const SENT = 0x0039;
export const BODY = 0x1000;
export const RTF = 0x1009;
export const HTML = 0x1013;
export const NAME = 0x3001;
export const DATA = 0x3701;
export const LONG_FILE_NAME = 0x3707;
export const FILE_NAME = 0x3704;
export const MIME_TYPE = 0x370e;
export const CONTENT_ID = 0x3712;

/** The first of these properties that has a text; empty when none has. */
export async function firstOf(properties: Pick<MapiProperties, 'text'>, ids: readonly number[]): Promise<string> {
  for (const id of ids) {
    const text = await properties.text(id);
    if (text !== '') return text;
  }
  return '';
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
};

/** The type of an attachment that states none. */
export function typeOfName(name: string): string {
  return TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}
