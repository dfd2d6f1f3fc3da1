import sharp, { type Sharp } from 'sharp';
import { fixture } from '../service-process.ts';

export interface TestDocument {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Part of the Markdown. */
  readonly says: string;
}

const picture = (): Sharp =>
  sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="240"><rect width="100%" height="100%" fill="white"/><text x="60" y="140" font-size="64" font-family="sans-serif">Quarterly report</text></svg>'));

/** A small document of each kind that is quick to make. */
export async function documents(): Promise<TestDocument[]> {
  return [
    { name: 'survey.pdf', bytes: await fixture('docs/sample.pdf'), says: '# Harbour survey 2026' },
    { name: 'note.txt', bytes: 'A note about the harbour.\n', says: 'A note about the harbour.' },
    { name: 'page.html', bytes: '<!doctype html><h1>Harbour</h1><p>Open <b>daily</b>.</p>', says: '# Harbour' },
    { name: 'depths.csv', bytes: 'place,depth\nbasin,7.4\nchannel,5.7\n', says: '| basin | 7.4 |' },
    { name: 'scan.png', bytes: await picture().png().toBuffer(), says: 'Quarterly report' },
    { name: 'scan.jpg', bytes: await picture().jpeg().toBuffer(), says: 'Quarterly report' },
    { name: 'scan.webp', bytes: await picture().webp().toBuffer(), says: 'Quarterly report' },
    { name: 'scan.tiff', bytes: await picture().tiff().toBuffer(), says: 'Quarterly report' },
  ];
}
