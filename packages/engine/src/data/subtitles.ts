import type { Inline } from '../document.ts';
import type { Flow } from '../flow/flow.ts';

/** The line above a text: when it is shown, and settings (WebVTT, 4.1; SubRip). */
const TIMING = /^\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}(?:\s|$)/;
/** Times of single words, as YouTube writes them: each line is shown while it is said, and again above the next. */
const WORD_TIME = /<(?:\d+:)?\d{2}:\d{2}\.\d{3}>/g;
const TAGS = /<\/?(?:[biuscv]|font|lang|ruby|rt)\b[^<>]*>|\{\\[^{}]*\}/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

interface Cue {
  /** When it begins, as it is written. */
  readonly time: string;
  readonly lines: string[];
}

/**
 * Adds what subtitles say, a paragraph for each text with the time at which it begins; texts of the same time are one.
 * False for lines that are no subtitles.
 */
export async function addSubtitles(lines: AsyncIterable<string>, flow: Flow): Promise<boolean> {
  const rolling = { last: '' };
  let shown: Cue | undefined;
  let open: Cue | undefined;
  let found = false;
  const close = async (): Promise<void> => {
    const texts = open?.lines.flatMap((line) => textOf(line, rolling)) ?? [];
    if (open && shown?.time === open.time) shown.lines.push(...texts);
    else if (open && texts.length > 0) {
      if (shown) await flow.add({ kind: 'paragraph', content: contentOf(shown) });
      shown = { time: open.time, lines: texts };
    }
    open = undefined;
  };
  for await (const line of lines) {
    const [, time] = TIMING.exec(line) ?? [];
    if (time !== undefined) {
      found = true;
      // the number of a text whose blank line is missing
      if (/^\d+$/.test(open?.lines.at(-1) ?? '')) open?.lines.pop();
      await close();
      open = { time, lines: [] };
    } else if (line === '') await close();
    else if (line.trim() !== '') open?.lines.push(line.trim());
  }
  await close();
  if (shown) await flow.add({ kind: 'paragraph', content: contentOf(shown) });
  return found;
}

/** Without tags; nothing for a line that was shown before while its words were said. */
function textOf(line: string, rolling: { last: string }): string[] {
  const words = line.replaceAll(WORD_TIME, '');
  const text = words
    .replaceAll(/<v(?:\.[\w.-]+)?\s+([^<>]+)>/gi, '$1: ')
    .replaceAll(TAGS, '')
    .replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '' || text === rolling.last) return [];
  rolling.last = words === line ? '' : text;
  return [text];
}

/** Lines of one sentence are joined; what another person says begins with a dash. */
function contentOf({ time, lines }: Cue): Inline[] {
  const content: Inline[] = [{ kind: 'text', text: toSeconds(time), italic: true }];
  for (const [index, line] of lines.entries()) {
    if (index > 0 && /^[-–—]/.test(line)) content.push({ kind: 'break' });
    content.push({ kind: 'text', text: content.at(-1)?.kind === 'break' ? line : ` ${line}` });
  }
  return content;
}

const toSeconds = (time: string): string => time.replace(/^(?=\d+:\d+[.,])/, '00:').replace(/[.,]\d+$/, '');
