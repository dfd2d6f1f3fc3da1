import { decodeBytes, encodingOfCharset } from '../../rtf/fonts.ts';
import { createRtfPush, type RtfHandler } from '../../rtf/tokens.ts';
import { CHARACTERS } from '../../rtf/words.ts';
import { codePageName } from '../../text/code-pages.ts';

interface Group {
  readonly destination: 'html' | 'tag' | 'fonts' | 'skip';
  /** Inside `\htmlrtf`: what is written for readers of RTF only. */
  readonly rtfOnly: boolean;
  readonly font: number | undefined;
  /** Characters that stand for a Unicode one and are to be passed over. */
  readonly skip: number;
}

/**
 * The HTML that Outlook has put into RTF (MS-OXRTFEX), undefined if the RTF has none. Tags stand in groups of their
 * own, text outside of them; everything between `\htmlrtf` and `\htmlrtf0` is for readers of RTF.
 */
export function htmlOfRtf(rtf: Buffer): string | undefined {
  if (!rtf.toString('latin1', 0, 1000).includes('\\fromhtml1')) return undefined;
  const collector = new HtmlCollector();
  const push = createRtfPush(collector);
  push.write(rtf);
  push.end();
  return collector.html();
}

/** Follows the tokens of RTF, and collects the HTML in it. */
class HtmlCollector implements RtfHandler {
  readonly #pieces: string[] = [];
  readonly #fonts = new Map<number, string>();
  #encoding = 'cp1252';
  /** Text that is not decoded yet, since characters may take several tokens. */
  #pending = '';
  /** `\*` came before: a group that is not known is skipped. */
  #starred = false;
  /** Characters of the text that are still to be passed over. */
  #passOver = 0;
  #group: Group = { destination: 'html', rtfOnly: false, font: undefined, skip: 1 };
  readonly #stack: Group[] = [];
  readonly #words: Readonly<Record<string, (parameter: number | undefined) => void>> = {
    ansicpg: (n) => void (this.#encoding = codePageName(n ?? 1252) ?? this.#encoding),
    fonttbl: () => this.#change({ destination: 'fonts' }),
    htmltag: () => this.#change({ destination: 'tag' }),
    htmlrtf: (n) => this.#change({ rtfOnly: n !== 0 }),
    f: (n) => this.#change({ font: n }),
    fcharset: (n) => this.#setCharset(n ?? 0),
    uc: (n) => this.#change({ skip: Math.max(0, Math.min(8, n ?? 1)) }),
    u: (n) => {
      this.#put(String.fromCharCode((n ?? 0) & 0xffff));
      this.#passOver = this.#group.skip;
    },
    par: () => this.#put('\r\n'),
    line: () => this.#put('\r\n'),
  };

  open(): void {
    this.#flush();
    this.#stack.push(this.#group);
    this.#starred = false;
  }

  close(): void {
    this.#flush();
    this.#group = this.#stack.pop() ?? this.#group;
    this.#passOver = 0;
  }

  word(name: string, parameter: number | undefined): void {
    this.#flush();
    const handle = this.#words[name];
    if (handle) handle(parameter);
    else if (CHARACTERS[name] !== undefined) this.#put(CHARACTERS[name]);
    else if (this.#starred || SKIPPED.has(name)) this.#change({ destination: 'skip' });
    this.#starred = false;
  }

  symbol(char: string): void {
    this.#flush();
    if (char === '*') this.#starred = true;
    else if (char === '~') this.#put('&nbsp;');
    else if (char === '_') this.#put('&shy;');
  }

  text(bytes: string): void {
    const rest = bytes.slice(this.#passOver);
    this.#passOver = Math.max(0, this.#passOver - bytes.length);
    if (this.#isHtml()) this.#pending += rest;
  }

  binary(): void {}

  html(): string {
    this.#flush();
    return this.#pieces.join('');
  }

  #isHtml(): boolean {
    const { destination, rtfOnly } = this.#group;
    return destination === 'tag' || (destination === 'html' && !rtfOnly);
  }

  #change(properties: Partial<Group>): void {
    this.#group = { ...this.#group, ...properties };
  }

  #setCharset(charset: number): void {
    const { destination, font } = this.#group;
    const found = destination === 'fonts' ? encodingOfCharset(charset) : undefined;
    if (found !== undefined && font !== undefined) this.#fonts.set(font, found);
  }

  #flush(): void {
    const { font = -1 } = this.#group;
    if (this.#pending !== '') this.#pieces.push(decodeBytes(this.#pending, this.#fonts.get(font) ?? this.#encoding));
    this.#pending = '';
  }

  #put(text: string): void {
    this.#flush();
    if (this.#isHtml()) this.#pieces.push(text);
  }
}

const SKIPPED = new Set(['colortbl', 'stylesheet', 'info', 'pict', 'pntext', 'pntxta', 'pntxtb', 'mhtmltag']);
