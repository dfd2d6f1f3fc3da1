import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBar } from '../../../src/cli/convert/progress-bar.ts';

describe('the progress bar', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('stays away while a document is written to standard output, which may come to the same terminal', async () => {
    const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });
    const shown = (): string => String(stream.read() ?? '');
    const bar = startBar(1, stream as unknown as NodeJS.WriteStream, true);
    bar.fileStarted('report.pdf');
    vi.advanceTimersByTime(100);
    expect(shown()).toContain('report.pdf');
    const { promise, resolve } = Promise.withResolvers<void>();
    const writing = bar.asideWhile(() => promise);
    expect(shown()).toBe('\r\u001B[2K');
    vi.advanceTimersByTime(500);
    expect(shown()).toBe('');
    resolve();
    await writing;
    vi.advanceTimersByTime(100);
    expect(shown()).toContain('report.pdf');
    bar.stop();
  });
});
