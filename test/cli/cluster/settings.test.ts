import { describe, expect, it } from 'vitest';
import { clusterJobSettings } from '../../../src/cli/cluster/settings.ts';
import { readSettings, SERVICE } from '../../../src/cli/settings.ts';

describe('the settings of jobs in a cluster', () => {
  const settings = (seconds: string) =>
    clusterJobSettings(readSettings(SERVICE, { SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: seconds }), { parallelism: 3 });

  it('let no request wait for its document until a proxy gives up on it', () => {
    expect(settings('5').documentWait).toBe(5);
    expect(settings('30').documentWait).toBe(10);
  });

  it('know how many pods a job may have', () => {
    expect(settings('2').parallelism).toBe(3);
  });
});
