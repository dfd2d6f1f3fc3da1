import type { Artifact } from '../client.ts';
import { make } from '../dom.ts';
import { table } from '../tables.ts';

/** An address of this text for a link; it lives as long as the page. */
export const blobOf = (markdown: string): string =>
  URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));

export const sizeText = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

export function artifactTable(artifacts: readonly Artifact[]): HTMLElement {
  const rows = artifacts.map(({ fileName, kind, contentType, sizeBytes, downloadUrl, text }) =>
    make(
      'tr',
      {},
      make('td', {}, make('a', { href: downloadUrl ?? blobOf(text ?? ''), download: fileName }, fileName)),
      make('td', {}, kind),
      make('td', {}, contentType),
      make('td', { className: 'number' }, sizeText(sizeBytes)),
    ),
  );
  return table(['File', 'Kind', 'Type', 'Size'], rows);
}
