import { decodeBytes, encodingOf, encodingOfCharset } from '../../rtf/fonts.ts';
import { createRtfPush } from '../../rtf/tokens.ts';
import { CHARACTERS } from '../../rtf/words.ts';

interface Group {
  readonly destination: 'html' | 'tag' | 'fonts' | 'skip';
  /** Inside `\htmlrtf`: what is written for readers of RTF only. */
  readonly rtfOnly: boolean;
  readonly font: number | undefined;
  /** Characters that stand for a Unicode one and are to be passed over. */
  readonly skip: number;
}

/**
 * The HTML that Outlook has put into RTF (MS-OXRTFEX), undefined when the RTF holds none. Tags stand in groups of their
 * own, text outside of them; everything between `\htmlrtf` and `\htmlrtf0` is for readers of RTF.
 */
export function htmlOfRtf(rtf: Buffer): string | undefined {
  if (!rtf.toString('latin1', 0, 1000).includes('\\fromhtml1')) return undefined;
  const pieces: string[] = [];
  const fonts = new Map<number, string>();
  let encoding = 'cp1252';
  let pending = '';
  let starred = false;
  let passOver = 0;
  let group: Group = { destination: 'html', rtfOnly: false, font: undefined, skip: 1 };
  const stack: Group[] = [];
  const isShown = (): boolean => group.destination === 'tag' || (group.destination === 'html' && !group.rtfOnly);
  const flush = (): void => {
    if (pending !== '') pieces.push(decodeBytes(pending, fonts.get(group.font ?? -1) ?? encoding));
    pending = '';
  };
  const put = (text: string): void => {
    flush();
    if (isShown()) pieces.push(text);
  };
  const words: Readonly<Record<string, (parameter: number | undefined) => void>> = {
    ansicpg: (n) => void (encoding = encodingOf(n ?? 1252) ?? encoding),
    fonttbl: () => void (group = { ...group, destination: 'fonts' }),
    htmltag: () => void (group = { ...group, destination: 'tag' }),
    htmlrtf: (n) => void (group = { ...group, rtfOnly: n !== 0 }),
    f: (n) => void (group = { ...group, font: n }),
    fcharset: (n) => {
      const found = group.destination === 'fonts' ? encodingOfCharset(n ?? 0) : undefined;
      if (found !== undefined && group.font !== undefined) fonts.set(group.font, found);
    },
    uc: (n) => void (group = { ...group, skip: Math.max(0, Math.min(8, n ?? 1)) }),
    u: (n) => {
      put(String.fromCharCode((n ?? 0) & 0xffff));
      passOver = group.skip;
    },
    par: () => put('\r\n'),
    line: () => put('\r\n'),
  };
  const push = createRtfPush({
    open() {
      flush();
      stack.push(group);
      starred = false;
    },
    close() {
      flush();
      group = stack.pop() ?? group;
      passOver = 0;
    },
    word(name, parameter) {
      flush();
      const handle = words[name];
      if (handle) handle(parameter);
      else if (CHARACTERS[name] !== undefined) put(CHARACTERS[name]);
      else if (starred || SKIPPED.has(name)) group = { ...group, destination: 'skip' };
      starred = false;
    },
    symbol(char) {
      flush();
      if (char === '*') starred = true;
      else if (char === '~') put('&nbsp;');
      else if (char === '_') put('&shy;');
    },
    text(bytes) {
      const rest = bytes.slice(passOver);
      passOver = Math.max(0, passOver - bytes.length);
      if (isShown()) pending += rest;
    },
    binary() {},
  });
  push.write(rtf);
  push.end();
  flush();
  return pieces.join('');
}

const SKIPPED = new Set(['colortbl', 'stylesheet', 'info', 'pict', 'pntext', 'pntxta', 'pntxtb', 'mhtmltag']);
