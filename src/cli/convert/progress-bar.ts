import { basename } from 'node:path';
import { printable } from '../printable.ts';

/** The figures of the bar. A total is unknown until each document's pages are counted. */
export interface BarState {
  readonly files: number;
  readonly filesDone: number;
  readonly filesCounted: number;
  readonly pages: number;
  readonly pagesDone: number;
  /** Pages a second at present; undefined while that cannot be said. */
  readonly rate?: number | undefined;
  /** The file that was started last. */
  readonly file?: string | undefined;
}

/** One line of at most `width` columns: bar, pages done of total, rate, time left, the file at work. */
export function writeBar(state: BarState, width: number): string {
  const { files, filesDone, filesCounted, pages, pagesDone, rate, file } = state;
  // Documents that are not counted yet are taken to be as long as the others.
  const expected = filesCounted > 0 ? Math.max(pages, Math.round((pages / filesCounted) * files)) : 0;
  const share = expected > 0 ? Math.min(1, pagesDone / expected) : 0;
  const total = filesCounted === files ? `${pages}` : `about ${expected}`;
  const speed =
    rate === undefined || rate === 0
      ? ''
      : `, ${rate >= 10 ? Math.round(rate) : rate.toFixed(1)} a second, ${writeSeconds((expected - pagesDone) / rate)} left`;
  const text = expected === 0 ? 'opening' : `${pagesDone} of ${total} pages${speed}`;
  const count = files > 1 ? `, file ${Math.min(filesDone + 1, files)} of ${files}` : '';
  const room = Math.max(0, Math.min(30, width - text.length - count.length - 4));
  const filled = Math.round(share * room);
  const bar = room >= 5 ? `[${'#'.repeat(filled)}${'-'.repeat(room - filled)}] ` : '';
  const name = file === undefined ? '' : `: ${basename(file)}`;
  return `${bar}${text}${count}${name}`.slice(0, Math.max(1, width - 1));
}

export function writeSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export interface ProgressBar {
  fileStarted(shown: string): void;
  fileCounted(pages: number): void;
  pageDone(): void;
  fileDone(): void;
  pagesDone(): number;
  filesDone(): number;
  /** Takes the bar away while something else is written. */
  aside(write: () => void): void;
  /** The same for what takes time: what a pipe passes on may come to the same terminal. */
  asideWhile(write: () => Promise<void>): Promise<void>;
  stop(): void;
}

/** The rate is that of the last seconds: processes that have just started are slower. */
const WINDOW_SECONDS = 8;
/** Of less than this, nothing can be said of what is left. */
const LEAST_SECONDS = 2;

/** A bar on a terminal, drawn ten times a second; silent on anything else. */
export function startBar(files: number, stream: NodeJS.WriteStream, wanted: boolean): ProgressBar {
  const state = { files, filesDone: 0, filesCounted: 0, pages: 0, pagesDone: 0, file: undefined as string | undefined };
  const rate = createRate(WINDOW_SECONDS, LEAST_SECONDS);
  const shown = wanted && stream.isTTY;
  const clear = (): void => void (shown && stream.write('\r\u001B[2K'));
  let aside = false;
  const draw = (): void => {
    if (aside) return;
    const seconds = Number(process.hrtime.bigint()) / 1e9;
    const line = writeBar({ ...state, rate: rate(seconds, state.pagesDone) }, stream.columns || 80);
    if (shown) stream.write(`\r\u001B[2K${printable(line)}`);
  };
  const timer = shown ? setInterval(draw, 100) : undefined;
  return {
    fileStarted(shownName) {
      state.file = shownName;
    },
    fileCounted(pages) {
      state.filesCounted++;
      state.pages += pages;
    },
    pageDone() {
      state.pagesDone++;
    },
    fileDone() {
      state.filesDone++;
    },
    pagesDone: () => state.pagesDone,
    filesDone: () => state.filesDone,
    aside(write) {
      clear();
      write();
    },
    async asideWhile(write) {
      aside = true;
      clear();
      try {
        await write();
      } finally {
        aside = false;
      }
    },
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}

/** Pages a second over a window that moves; undefined until it is `least` seconds long. */
export function createRate(window: number, least: number): (seconds: number, pages: number) => number | undefined {
  const seen: { readonly seconds: number; readonly pages: number }[] = [];
  return (seconds, pages) => {
    // The time until the first page is finished is not a measure of speed.
    if (seen.length === 0 && pages === 0) return undefined;
    seen.push({ seconds, pages });
    while (seen.length > 2 && seconds - seen[0]!.seconds > window) seen.shift();
    const [first] = seen;
    const length = seconds - first!.seconds;
    return length < least ? undefined : (pages - first!.pages) / length;
  };
}
