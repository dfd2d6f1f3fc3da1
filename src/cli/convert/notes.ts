import { stringify } from 'yaml';
import type { Image } from './document-result.ts';
import { linkPrefix, type FileTarget } from './outputs.ts';

/** How links to images are written: as CommonMark, or as `![[file]]` for wikis such as Obsidian. */
export const LINK_STYLES = ['markdown', 'wiki'] as const;
export type LinkStyle = (typeof LINK_STYLES)[number];

export interface About {
  /** As the user named it. */
  readonly source: string;
  readonly pages: number;
}

/** YAML front matter: the first heading as title, the source and its pages. */
export function withFrontMatter(markdown: string, { source, pages }: About): string {
  const heading = /^#{1,6} +(.+?) *#*$/m.exec(markdown)?.[1];
  const title = heading?.replaceAll(/\\([!-/:-@[-`{-~])|[*`]|(?<!\w)_|_(?!\w)/g, '$1');
  const matter = stringify({ ...(title !== undefined && { title }), source, ...(pages > 0 && { pages }) });
  return `---\n${matter}---\n\n${markdown}`;
}

/** Links to the images of a document as `![[assets/report-image-1.png]]`. Those in tables of HTML stay. */
export function withWikiLinks(markdown: string, target: FileTarget, images: readonly Image[]): string {
  const files = new Map(images.map(({ name }) => [`${linkPrefix(target)}${name}`, `${target.imagePrefix}${name}`]));
  return markdown.replaceAll(/!\[(?:[^\]\\]|\\.)*\]\(([^)\s]+)(?: "(?:[^"\\]|\\.)*")?\)/g, (link, address: string) => {
    const file = files.get(address);
    return file === undefined ? link : `![[${file}]]`;
  });
}
