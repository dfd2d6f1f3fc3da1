import { boundsOf } from './element.ts';
import type { Inline } from '../document.ts';
import { paragraphInlines, plain } from './inlines.ts';
import { makeSegment, type Segment } from './piece.ts';
import { allCaps, isCaption, lookOf, mayBeHeading, type StyleTable } from './looks.ts';
import { nodeOf, roleOf } from './tags.ts';
import type { Label, TextBlock } from './page-model.ts';
import { isCentered, type LineGroup } from './paragraphs.ts';

export interface Stream {
  readonly x0: number;
  readonly x1: number;
}

const STOPPED = /[.!?:;。！？]["”’)\]]*\d{0,3}$/;

/** The lines without the label that the first of them starts with. */
function withoutLabel(lines: readonly Segment[], label: Label | undefined): Segment[] {
  if (!label) return [...lines];
  const first = lines[0]!;
  return [makeSegment(first.pieces.slice(1)), ...lines.slice(1)];
}

function runInLength(lines: readonly Segment[]): number {
  let length = 0;
  for (const piece of lines[0]!.pieces) {
    if (!piece.bold) break;
    length += piece.text.length;
  }
  return length;
}

const round = (value: number): number => Math.round(value * 100) / 100;

export const boxOf = (lines: readonly Segment[]): [number, number, number, number] => {
  const { x0, y0, x1, y1 } = boundsOf(lines);
  return [round(x0), round(y0), round(x1), round(y1)];
};

/** The text block of one group of lines, with what the merge wants to know of it. */
export function textBlock(
  group: LineGroup,
  stream: Stream,
  styles: StyleTable,
  extra: { above?: number | undefined; below?: number | undefined },
): TextBlock {
  const lines = withoutLabel(group.lines, group.label);
  const look = lookOf(lines);
  const content: Inline[] = paragraphInlines(lines);
  const text = plain(content);
  const last = group.lines.at(-1)!;
  const box = boxOf(group.lines);
  const size = look.style.size;
  const full = last.x1 > stream.x1 - Math.max(1.2 * size, 0.12 * (stream.x1 - stream.x0));
  const hyphen = /\p{L}[-\u2010\u00AD]$/u.test(text);
  const ragged = group.lines.length > 1 && last.x1 > stream.x0 + 0.5 * (stream.x1 - stream.x0);
  const open = hyphen ? 'hyphen' : STOPPED.test(text) ? undefined : full ? 'line' : ragged ? 'ragged' : undefined;
  const candidate = mayBeHeading(text, group.lines.length, look.chars, look.style.size > 1.15 * styles.usual.size);
  const second = group.lines[1];
  const inset = second ? group.lines[0]!.x0 - second.x0 : 0;
  const runIn = look.bold < 0.97 ? runInLength(lines) : 0;
  const node =
    styles.tags &&
    nodeOf(
      group.lines.flatMap((line) => line.pieces),
      styles.tags,
    );
  const tag =
    styles.tags &&
    roleOf(
      group.lines.flatMap((line) => line.pieces),
      styles.tags,
    );
  const artifact = group.lines.every((line) => line.pieces.every((piece) => piece.artifact));
  const plainLook = { ...look.style, bold: look.bold > 0.6 };
  return {
    kind: 'text',
    box,
    column: [round(stream.x0), round(stream.x1)],
    content,
    style: styles.of(plainLook),
    lines: group.lines.length,
    chars: look.chars,
    ...(extra.above === undefined ? {} : { above: round(extra.above) }),
    ...(extra.below === undefined ? {} : { below: round(extra.below) }),
    ...(group.label ? { label: { ...group.label, textX: round(group.label.textX) } } : {}),
    ...(node === undefined ? {} : { node }),
    ...(artifact ? { tag: 'Artifact' } : tag === undefined ? {} : { tag }),
    ...(isCaption(text) ? { role: 'caption' as const } : {}),
    ...(candidate ? { candidate: true as const } : {}),
    ...(group.lines.every((line) => isCentered(line, stream.x0, stream.x1)) ? { centered: true as const } : {}),
    ...(allCaps(text) ? { caps: true as const } : {}),
    ...(runIn > 0 ? { runIn } : {}),
    ...(inset > 0.6 * size ? { indent: 'in' as const } : inset < -0.6 * size ? { indent: 'out' as const } : {}),
    ...(open ? { open } : {}),
    ...(/^[\p{Ll}]/u.test(text) ? { resumes: true as const } : {}),
  };
}
