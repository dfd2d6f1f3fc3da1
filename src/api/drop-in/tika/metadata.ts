import type { SourceFacts } from '../../../resource/conversion-job.ts';
import { MEDIA_TYPES } from './media-types.ts';

/** Tika's metadata of a document: texts, or lists of them. */
export type TikaMetadata = Readonly<Record<string, string | readonly string[]>>;

export const buildMetadata = (fileName: string, { format, bytes, pages }: SourceFacts): TikaMetadata => ({
  'Content-Type': MEDIA_TYPES[format] ?? 'application/octet-stream',
  'Content-Length': String(bytes),
  'X-TIKA:Parsed-By': 'Scriptorium',
  resourceName: fileName,
  'xmpTPg:NPages': String(pages),
});

export const metadataCsv = (metadata: TikaMetadata): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${[name, value].flat().map(quoted).join(',')}\n`)
    .join('');

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
