import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { podAccess } from '../../../../src/runtime/kubernetes/api/access.ts';

describe('the access of a pod', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scriptorium-account-'));
    await writeFile(join(folder, 'ca.crt'), 'authority');
    await writeFile(join(folder, 'token'), 'first\n');
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true });
  });

  it('has the address of the environment and the authority beside the token', async () => {
    expect(
      await podAccess({ KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '6443' }, folder),
    ).toMatchObject({ server: 'https://10.96.0.1:6443' });
    expect(await podAccess({ KUBERNETES_SERVICE_HOST: 'fd00::1' }, folder)).toMatchObject({
      server: 'https://[fd00::1]:443',
    });
  });

  it('takes a token that was replaced, within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { credentials } = await podAccess({ KUBERNETES_SERVICE_HOST: 'api' }, folder);
    const first = await credentials();
    expect(first).toEqual({ tls: { ca: 'authority' }, headers: { authorization: 'Bearer first' } });
    await writeFile(join(folder, 'token'), 'second\n');
    vi.advanceTimersByTime(61_000);
    const second = await credentials();
    expect(second.headers).toEqual({ authorization: 'Bearer second' });
    expect(second.tls, 'connections are kept').toBe(first.tls);
  });

  it('is said not to be there outside of a pod', async () => {
    await expect(podAccess({}, folder)).rejects.toThrow('KUBERNETES_SERVICE_HOST is not set');
  });
});
