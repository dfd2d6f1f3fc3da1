import { folderOf, type ConversionBatchSpec } from '../../resource/batch.ts';
import { fileNameOf, OUTPUT_EXTENSIONS } from '../../resource/file-name.ts';
import type { ForeignKey } from '../../objects/buckets.ts';
import type { ManifestEntry } from '../../records/types.ts';

type Folders = Pick<ConversionBatchSpec, 'source' | 'destination' | 'includeImages'>;

/** The longest key of S3, in bytes of UTF-8. */
const MOST_BYTES = 1024;
/** A slash and the longest file name. */
const LONGEST_NAME = 256;

/** Where the results of an object go, without the end of their names. */
function resultOf({ source, destination }: Folders, key: string): ForeignKey {
  const { bucket, prefix } = folderOf(destination);
  return { bucket, key: prefix + key.slice(folderOf(source).prefix.length) };
}

/**
 * Where an artifact goes: `report.pdf.md`, `report.pdf.chunks.jsonl`. With images, the document has a folder of its
 * own, since its Markdown names them: `report.pdf/report.md`, `report.pdf/image-1.png`.
 */
export function artifactKey(batch: Folders, key: string, { kind, fileName }: ManifestEntry): ForeignKey {
  const result = resultOf(batch, key);
  if (kind === 'image' || batch.includeImages)
    return { ...result, key: `${result.key}/${fileNameOf(fileName) ?? kind}` };
  return { ...result, key: result.key + (kind === 'markdown' ? '.md' : OUTPUT_EXTENSIONS[kind]) };
}

/** True where an artifact of the object could have a longer key than there can be. */
export function isTooLong(batch: Folders, key: string): boolean {
  const longest = batch.includeImages
    ? LONGEST_NAME
    : Math.max(...Object.values(OUTPUT_EXTENSIONS).map((end) => end.length));
  return Buffer.byteLength(resultOf(batch, key).key) + longest > MOST_BYTES;
}

/** Where the list of all failures goes. */
export function failureListKey({ destination }: Pick<Folders, 'destination'>, name: string): ForeignKey {
  const { bucket, prefix } = folderOf(destination);
  return { bucket, key: `${prefix}${name}.failures.jsonl` };
}
