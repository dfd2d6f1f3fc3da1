/** What the bar shows. A total is unknown until each document's pages are counted. */
export interface BarState {
  readonly files: number;
  readonly filesDone: number;
  readonly filesCounted: number;
  readonly pages: number;
  readonly pagesDone: number;
  readonly seconds: number;
}

/** One line of at most `width` columns: bar, pages done of total, rate, time left. */
export function writeBar(state: BarState, width: number): string {
  const { files, filesDone, filesCounted, pages, pagesDone, seconds } = state;
  const rate = seconds > 0 ? pagesDone / seconds : 0;
  // Documents that are not counted yet are taken to be as long as the others.
  const expected = filesCounted > 0 ? Math.max(pages, Math.round((pages / filesCounted) * files)) : 0;
  const share = expected > 0 ? Math.min(1, pagesDone / expected) : 0;
  const total = filesCounted === files ? `${pages}` : `about ${expected}`;
  const left = rate > 0 && pagesDone > 0 ? `, ${writeSeconds((expected - pagesDone) / rate)} left` : '';
  const text =
    filesCounted === 0
      ? 'opening'
      : `${pagesDone} of ${total} pages, ${rate >= 10 ? Math.round(rate) : rate.toFixed(1)} a second${left}`;
  const count = files > 1 ? `, file ${Math.min(filesDone + 1, files)} of ${files}` : '';
  const room = Math.max(0, Math.min(30, width - text.length - count.length - 4));
  const filled = Math.round(share * room);
  const bar = room >= 5 ? `[${'#'.repeat(filled)}${'-'.repeat(room - filled)}] ` : '';
  return `${bar}${text}${count}`.slice(0, Math.max(1, width - 1));
}

export function writeSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export interface ProgressBar {
  fileCounted(pages: number): void;
  pageDone(): void;
  fileDone(): void;
  pagesDone(): number;
  /** Takes the bar away while something else is written. */
  aside(write: () => void): void;
  stop(): void;
}

/** A bar on a terminal, drawn ten times a second; silent on anything else. */
export function startBar(files: number, stream: NodeJS.WriteStream, wanted: boolean): ProgressBar {
  const state = { files, filesDone: 0, filesCounted: 0, pages: 0, pagesDone: 0 };
  const started = process.hrtime.bigint();
  const shown = wanted && stream.isTTY;
  const clear = (): void => void (shown && stream.write('\r\u001B[2K'));
  const draw = (): void => {
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    if (shown) stream.write(`\r\u001B[2K${writeBar({ ...state, seconds }, stream.columns || 80)}`);
  };
  const timer = shown ? setInterval(draw, 100) : undefined;
  return {
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
    aside(write) {
      clear();
      write();
    },
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}
