import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../../packages/engine/src/ocr/engine.ts';
import type { Picture } from '../../../packages/engine/src/ocr/picture.ts';
import type { ReadPicture } from '../../../packages/engine/src/ocr/read-picture.ts';
import { drawPicture } from '../../make/picture.ts';
import type { Drawing } from '../../make/picture.ts';
import { photograph } from '../../make/photograph.ts';
import type { Shot } from '../../make/photograph.ts';
import { levenshtein } from '../quality/metrics/edit-distance.ts';

/**
 * Reads photographs of pages that are drawn here, and prints the character error rate and the CPU seconds of each kind:
 *
 *     node test/bench/ocr/photographs.ts [--source OTHER/CHECKOUT/src] [--only PART] [--pages 3]
 */
const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    only: { type: 'string' },
    pages: { type: 'string' },
    save: { type: 'string' },
  },
});
const source = resolve(values.source ?? join(import.meta.dirname, '../../../src'));
const { Engine: OurEngine } = (await import(join(source, 'convert/ocr/engine.ts'))) as {
  Engine: new (languages: readonly unknown[]) => Engine;
};
const { languageData } = (await import(join(source, 'convert/ocr/languages.ts'))) as {
  languageData: (options: { languages: string[] }) => readonly unknown[];
};
const { readPicture } = (await import(join(source, 'convert/ocr/read-picture.ts'))) as {
  readPicture: (picture: Picture, engine: Engine) => Promise<ReadPicture>;
};

const SENTENCES = [
  'The survey was done on four days in September, from a boat that kept its place by satellite.',
  'Sand comes from the mouth of the river after each winter storm, and more of it stays every year.',
  'A ship of six metres can use the western channel at high water only, as the pilots have been told.',
  'Dredging the channel once costs less than two winters of waiting ships and their crews.',
  'The office has counted 4,812 arrivals, which is 317 more than in the year before.',
  'Nobody knows what will happen to the old crane when the new one has been paid for.',
  'Fishing boats pay by the year and are left out of the tables that follow below.',
  'The lamps on the eastern pier were replaced in March; their light reaches nine miles.',
  'In a strong wind from the north the ferry does not sail, and the mail waits for the morning.',
  'Three firms were asked for their price, and two of them answered before the end of May.',
];

function page(columns: 1 | 2, size: number, first: number): Drawing & { said: string } {
  const texts: { text: string; x: number; y: number; size: number; bold?: true }[] = [
    { text: 'Report of the harbour office', x: 50, y: 75, size: 20, bold: true },
  ];
  const width = columns === 1 ? 495 : 235;
  for (let column = 0; column < columns; column++) {
    let y = 110;
    let line = '';
    const words = Array.from({ length: 40 }, (_, i) => SENTENCES[(first + column * 3 + i * 3) % SENTENCES.length]!);
    for (const word of words.join(' ').split(' ')) {
      if ((line.length + word.length) * size * 0.49 > width) {
        texts.push({ text: line, x: 50 + column * 260, y, size });
        line = '';
        y += size * 1.4;
        if (y > 790) break;
      }
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return { width: 595, height: 842, texts, said: texts.map(({ text }) => text).join(' ') };
}

const PAGES = [page(2, 9.5, 7), page(1, 12, 4), page(1, 10, 0)].slice(0, Number(values.pages ?? 3));
const WHOLE: Shot['corners'] = [
  [0.1, 0.08],
  [0.91, 0.08],
  [0.91, 0.94],
  [0.1, 0.94],
];
const TILTED: Shot['corners'] = [
  [0.17, 0.12],
  [0.84, 0.1],
  [0.95, 0.93],
  [0.05, 0.91],
];
const ASIDE: Shot['corners'] = [
  [0.09, 0.17],
  [0.88, 0.06],
  [0.93, 0.88],
  [0.1, 0.96],
];
const TURNED: Shot['corners'] = [
  [0.24, 0.05],
  [0.95, 0.19],
  [0.77, 0.95],
  [0.06, 0.8],
];
/** The text is in the picture, but only the left edge of the page is. */
const CUT: Shot['corners'] = [
  [0.03, -0.02],
  [1.03, -0.08],
  [1.02, 1.1],
  [0.02, 1.02],
];
const BOOK: Shot['corners'] = [
  [0.06, 0.08],
  [1.05, 0.02],
  [1.06, 0.98],
  [0.05, 0.92],
];
const CAMERA = { noise: 5, blur: 0.7, jpeg: 80 } as const;

const KINDS: readonly { name: string; shot?: Shot }[] = [
  { name: 'scan' },
  { name: 'from above', shot: { corners: WHOLE, ...CAMERA } },
  { name: 'tilted away', shot: { corners: TILTED, ...CAMERA } },
  { name: 'from the side', shot: { corners: ASIDE, ...CAMERA } },
  { name: 'turned by 11 degrees', shot: { corners: TURNED, ...CAMERA } },
  { name: 'dusk', shot: { corners: WHOLE, ...CAMERA, dusk: 0.7 } },
  { name: 'shadow of a hand', shot: { corners: WHOLE, ...CAMERA, hand: 0.55 } },
  { name: 'tilted, shadow', shot: { corners: TILTED, ...CAMERA, hand: 0.55 } },
  { name: 'cut by the edge', shot: { corners: CUT, ...CAMERA } },
  { name: 'open book', shot: { corners: BOOK, ...CAMERA, curl: 0.14, hand: 0.3 } },
  { name: 'aside, dusk, noise 14', shot: { corners: ASIDE, ...CAMERA, dusk: 0.6, noise: 14 } },
];

const engine = new OurEngine(languageData({ languages: ['eng'] }));
console.log('| photograph | character error rate | CPU seconds |\n|---|---|---|');
for (const { name, shot } of KINDS.filter(({ name }) => name.includes(values.only ?? ''))) {
  let errors = 0;
  let letters = 0;
  let cpu = 0;
  for (const [i, drawing] of PAGES.entries()) {
    const flat = drawPicture(drawing, 200);
    const picture = shot ? await photograph(flat, 1800, 2400, { ...shot, seed: i + 1 }) : flat;
    if (values.save !== undefined) {
      const { default: sharp } = await import('sharp');
      const { data, width, height } = picture;
      await sharp(data, { raw: { width, height, channels: 1 } })
        .png()
        .toFile(join(values.save, `${name} ${i}.png`));
    }
    const before = process.cpuUsage();
    const { runs } = await readPicture(picture, engine);
    const spent = process.cpuUsage(before);
    cpu += (spent.user + spent.system) / 1e6;
    const { said } = drawing;
    errors += levenshtein(said, runs.map(({ text }) => text).join(' '));
    letters += said.length;
  }
  console.log(`| ${name} | ${((100 * errors) / letters).toFixed(2)} % | ${(cpu / PAGES.length).toFixed(2)} |`);
}
await engine.close();
