import type { Manifest } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';

/** Images beyond this stay links: the whole answer is held in memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The Markdown with its images in it, as `data:` URLs. */
export async function embedImages(deps: ApiDeps, manifest: Manifest, markdown: string): Promise<string> {
  let embedded = markdown;
  let bytes = 0;
  for (const { kind, key, fileName, contentType, bytes: size } of manifest.artifacts) {
    if (kind !== 'image' || (bytes += size) > MOST_BYTES) continue;
    const found = await deps.objects.get(key);
    if (!found) continue;
    const url = `data:${contentType};base64,${Buffer.from(found.body).toString('base64')}`;
    embedded = embedded
      .replaceAll(`](${fileName})`, () => `](${url})`)
      .replaceAll(`<img src="${fileName}"`, () => `<img src="${url}"`);
  }
  return embedded;
}
