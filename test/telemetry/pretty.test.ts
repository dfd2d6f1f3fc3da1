import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { prettyLine } from '../../src/telemetry/pretty.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ name: 'test', level: 'info', to: { write: (line) => void lines.push(prettyLine(line)) } }));
  return lines.join('');
}

describe('the log at a terminal', () => {
  it('has the time, the message and the fields, and no JSON of its own', () => {
    expect(logged((log) => log.info({ jobId: 'job-1', pages: 3 }, 'converted'))).toMatch(
      /^\d\d:\d\d:\d\d info {2}converted {2}jobId=job-1 {2}pages=3\n$/,
    );
  });

  it('names the reason of an error, and no secret', () => {
    const line = logged((log) => log.error({ err: new Error('the disk is full'), key: 'scr_live_0b5oNkXk' }, 'failed'));
    expect(line).toContain('failed');
    expect(line).toMatch(/\(the disk is full\)\n$/);
    expect(line).not.toContain('0b5oNkXk');
  });

  it('passes on what is no line of the log', () => {
    expect(prettyLine('Segmentation fault\n')).toBe('Segmentation fault\n');
  });
});
