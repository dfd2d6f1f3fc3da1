import { isStopped } from './client.ts';
import type { Attempt } from './client.ts';

/** Reports at most this often. */
const COALESCE_MS = 250;
/** A short document ends sooner. */
const FIRST_MS = 1_000;

export interface Progress {
  pageDone(): void;
  /** No report is sent after this. */
  stop(): void;
}

/**
 * Tells the API how many pages are done: after a second, at most four times a second, and at least every `everyMs` as a
 * sign of life. `onStop` is called when the answer is that this attempt should end.
 */
export function startProgress(attempt: Pick<Attempt, 'report'>, everyMs: number, onStop: () => void): Progress {
  let pagesDone = 0;
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let sentAt = Date.now();
  let notBefore = sentAt + FIRST_MS;
  let sending = false;
  let stopped = false;

  // An earlier date moves the timer, a later one does not: a busy thread must not push its report away for ever.
  function schedule(at: number): void {
    if (stopped || sending || (timer !== undefined && due <= at)) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void send(), Math.max(0, at - Date.now()));
  }
  async function send(): Promise<void> {
    timer = undefined;
    sending = true;
    const reported = pagesDone;
    sentAt = Date.now();
    notBefore = sentAt + COALESCE_MS;
    try {
      const answer = await attempt.report({ pagesDone, ocrPages: 0 }); // which pages took OCR is known at the end
      if (!answer.continue && !stopped) onStop();
    } catch (error) {
      if (isStopped(error) && !stopped) onStop();
      // Anything else: the next report says it again, and the launcher's deadline bounds us.
    }
    sending = false;
    schedule(sentAt + (pagesDone === reported ? everyMs : COALESCE_MS));
  }

  schedule(sentAt + everyMs);
  return {
    pageDone() {
      pagesDone++;
      schedule(notBefore);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
