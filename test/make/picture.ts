import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { SourcePicture } from '../../packages/engine/src/ocr/picture.ts';

/** Liberation Sans lies in pdfjs-dist: the same letters on every machine. */
const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Regular.ttf'), 'Made');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Bold.ttf'), 'Made Bold');

/** All in points; `y` of a text is its baseline. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly texts?: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly bold?: true;
  }[];
  readonly lines?: readonly {
    readonly x0: number;
    readonly y0: number;
    readonly x1: number;
    readonly y1: number;
    readonly width: number;
  }[];
  readonly dots?: readonly { readonly x: number; readonly y: number; readonly radius: number }[];
  /** Clockwise turn about the middle, in degrees. */
  readonly slant?: number;
}

/** Draws black on white in grey. */
export function drawPicture(drawing: Drawing, dpi: number): SourcePicture & { readonly dpi: number } {
  const scale = dpi / 72;
  const width = Math.round(drawing.width * scale);
  const height = Math.round(drawing.height * scale);
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.scale(scale, scale);
  if (drawing.slant !== undefined) {
    context.translate(drawing.width / 2, drawing.height / 2);
    context.rotate((drawing.slant * Math.PI) / 180);
    context.translate(-drawing.width / 2, -drawing.height / 2);
  }
  context.fillStyle = '#000';
  context.strokeStyle = '#000';
  for (const { text, x, y, size, bold } of drawing.texts ?? []) {
    context.font = `${size}px ${bold ? '"Made Bold"' : '"Made"'}`;
    context.fillText(text, x, y);
  }
  for (const line of drawing.lines ?? []) {
    context.lineWidth = line.width;
    context.beginPath();
    context.moveTo(line.x0, line.y0);
    context.lineTo(line.x1, line.y1);
    context.stroke();
  }
  for (const { x, y, radius } of drawing.dots ?? []) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  const { data } = context.getImageData(0, 0, width, height);
  return { data: Uint8Array.from({ length: width * height }, (_, i) => data[i * 4] ?? 255), width, height, dpi };
}

/** With holes in the letters of two columns, at the same places on every machine. */
export function worn<T extends SourcePicture>(picture: T): T {
  const data = new Uint8Array(picture.data);
  const { width } = picture;
  let state = 7;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  for (const index of data.keys()) {
    const across = (index % width) / width;
    const isWorn = (across > 0.3 && across < 0.42) || (across > 0.6 && across < 0.7);
    if (isWorn && random() < 0.2) data.fill(255, index, index + 2);
  }
  return { ...picture, data };
}

/** A short letter. */
export const LETTER: Drawing = {
  width: 420,
  height: 320,
  texts: [
    { text: 'Report of the harbour office', x: 40, y: 60, size: 20, bold: true },
    { text: 'The office counted 4,812 arrivals, which is more than in the year before.', x: 40, y: 100, size: 10 },
    { text: 'Most ships stayed for less than two days; the others waited for cargo.', x: 40, y: 114, size: 10 },
    { text: 'Dredging of the northern channel began on 14 March and was costly.', x: 40, y: 128, size: 10 },
    { text: 'Quay Alpha was given new fenders', x: 60, y: 160, size: 10 },
    { text: 'Quay Beta was lighted with lamps', x: 60, y: 176, size: 10 },
    { text: 'Nobody knows what will happen to the old crane after the summer.', x: 40, y: 210, size: 10 },
  ],
  dots: [
    { x: 48, y: 156.5, radius: 2 },
    { x: 48, y: 172.5, radius: 2 },
  ],
};

const COLUMNS = [40, 140, 240, 340];
const ROWS = [60, 84, 108, 132];
const CELLS = [
  ['Month', 'Ships', 'Tonnes'],
  ['January', '311', '120,440'],
  ['February', '298', '117,002'],
];

/** A ruled table of three columns and three rows. */
export const TABLE: Drawing = {
  width: 420,
  height: 220,
  texts: [
    ...CELLS.flatMap((row, r) => row.map((text, c) => ({ text, x: COLUMNS[c]! + 6, y: ROWS[r]! + 16, size: 11 }))),
    { text: 'The table leaves out the fishing boats, which pay by the year.', x: 40, y: 170, size: 11 },
  ],
  lines: [
    ...ROWS.map((y) => ({ x0: 40, y0: y, x1: 340, y1: y, width: 0.8 })),
    ...COLUMNS.map((x) => ({ x0: x, y0: 60, x1: x, y1: 132, width: 0.8 })),
  ],
};

const ENTRIES = [
  ['Adverse events', '4'],
  ['Study design in the district', '6'],
  ['Limitations', '11'],
  ['Follow-up of the patients', '13'],
] as const;

/** A table of contents whose titles are led to their page numbers by rows of dots. */
export const CONTENTS: Drawing = {
  width: 420,
  height: 200,
  texts: [
    { text: 'Contents', x: 40, y: 50, size: 18, bold: true },
    ...ENTRIES.flatMap(([title, page], i) => [
      { text: title, x: 40, y: 80 + i * 14, size: 10 },
      { text: '.'.repeat(62), x: 190, y: 80 + i * 14, size: 10 },
      { text: page, x: 366, y: 80 + i * 14, size: 10 },
    ]),
  ],
};
