import type { Picture } from './picture.ts';

/** Turns a picture clockwise by quarter turns. */
export function turnQuarters(picture: Picture, quarters: 0 | 1 | 2 | 3): Picture {
  const { data, width, height } = picture;
  if (quarters === 0) return picture;
  if (quarters === 2) return { data: data.subarray(0, width * height).toReversed(), width, height };
  const turned = new Uint8Array(width * height);
  const step = quarters === 1 ? height : -height;
  for (let y = 0; y < height; y++) {
    let to = quarters === 1 ? height - 1 - y : (width - 1) * height + y;
    for (let x = 0, from = y * width; x < width; x++, from++, to += step) turned[to] = data[from]!;
  }
  return { data: turned, width: height, height: width };
}

/**
 * Makes lines of the given slope (tangent, down to the right positive) horizontal by turning the picture about its
 * middle. The size stays; what comes in from outside is paper.
 */
export function deskew(picture: Picture, slope: number, paper: number): Picture {
  const { data, width, height } = picture;
  const angle = Math.atan(slope);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const turned = new Uint8Array(width * height).fill(paper);
  const middleX = (width - 1) / 2;
  const middleY = (height - 1) / 2;
  for (let y = 0; y < height; y++) {
    let fromX = middleX - cos * middleX - sin * (y - middleY);
    let fromY = middleY - sin * middleX + cos * (y - middleY);
    for (let x = 0, to = y * width; x < width; x++, to++, fromX += cos, fromY += sin) {
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const at = top * width + left;
      const right = fromX - left;
      const down = fromY - top;
      const upper = data[at]! + (data[at + 1]! - data[at]!) * right;
      const lower = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * right;
      turned[to] = upper + (lower - upper) * down + 0.5;
    }
  }
  return { data: turned, width, height };
}
