import { isNote, type WarningSummary } from '../../resource/warnings.ts';
import { printable } from '../printable.ts';
import type { Paint } from './colors.ts';
import type { ProgressBar } from './progress-bar.ts';

/** The command's messages on standard error while it works. */
export interface Console {
  warning(shown: string, warning: WarningSummary): void;
  error(shown: string, message: string): void;
  /** A document was written, as `report.pdf → report.md (12 pages, 0.8 s)`. */
  written(shown: string, file: string, what: string): void;
  line(text: string): void;
}

export interface ConsoleOptions {
  readonly bar: ProgressBar;
  readonly paint: Paint;
  /** Errors only. */
  readonly quiet: boolean;
  /** Nothing at all: the report is printed as JSON. */
  readonly silent: boolean;
  /** False once the command was interrupted: processes that ended with it are no fault of their documents. */
  readonly isActive: () => boolean;
}

export function openConsole({ bar, paint, quiet, silent, isActive }: ConsoleOptions): Console {
  const say = (text: string): void => {
    if (!silent && isActive()) bar.aside(() => process.stderr.write(`${text}\n`));
  };
  const name = (shown: string): string => printable(shown.replaceAll('\n', ' '));
  return {
    warning(shown, { kind, message }) {
      if (quiet) return;
      const label = isNote(kind) ? paint('dim', 'note:') : paint('yellow', 'warning:');
      say(`${name(shown)}: ${label} ${printable(message)}`);
    },
    error: (shown, message) => say(`${name(shown)}: ${paint('red', 'error:')} ${printable(message)}`),
    written(shown, file, what) {
      if (!quiet) say(`${name(shown)} → ${name(file)} ${paint('dim', `(${what})`)}`);
    },
    line(text) {
      say(printable(text));
    },
  };
}
