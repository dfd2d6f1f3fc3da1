import type { Matrix } from '../matrix.ts';

/** The text object: the text matrix and the text line matrix (ISO 32000-1, 9.4). */
export class TextPosition {
  a = 1;
  b = 0;
  c = 0;
  d = 1;
  e = 0;
  f = 0;
  lineE = 0;
  lineF = 0;

  set([a, b, c, d, e, f]: Matrix): void {
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    this.e = this.lineE = e;
    this.f = this.lineF = f;
  }

  /** `Td`: to the start of the next line. */
  moveLine(x: number, y: number): void {
    this.e = this.lineE += this.a * x + this.c * y;
    this.f = this.lineF += this.b * x + this.d * y;
  }

  advance(x: number, y: number): void {
    this.e += this.a * x + this.c * y;
    this.f += this.b * x + this.d * y;
  }
}
