import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../api/service.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';

/** Of its package, whose types are generated when it is built. */
interface Client {
  convert(source: Uint8Array, options: { readonly signal: AbortSignal }): Promise<unknown>;
}
const { Scriptorium } = (await import(resolve('clients/typescript/src/client.ts'))) as {
  Scriptorium: new (options: { readonly server: string; readonly key: string }) => Client;
};
const hasPython = spawnSync('python3', ['--version']).status === 0;

let service: TestService;
beforeAll(async () => {
  // No controller runs: what is accepted waits.
  service = await openService();
});
afterAll(() => service.close());

const REFUNDED = { granted: 10, available: 10, held: 0, settled: 0 };
const balance = (workspace: string): Promise<{ readonly held: number } | undefined> =>
  service.deps.ledger.balance(workspace);
const held = async (workspace: string): Promise<number | undefined> => (await balance(workspace))?.held;

describe('a conversion that is not wanted any more is canceled', () => {
  it('by the signal of the client for TypeScript', async () => {
    await service.grant('signal', 10);
    const client = new Scriptorium({ server: service.base, key: await service.key('signal') });
    const aborted = new AbortController();
    const converted = client.convert(makeNumberedPdf(3), { signal: aborted.signal });
    await expect.poll(() => held('signal')).toBe(3);
    aborted.abort();
    await expect(converted).rejects.toThrow('aborted');
    expect(await balance('signal')).toEqual(REFUNDED);
  });

  it.skipIf(!hasPython)('by the KeyboardInterrupt of the client for Python', async () => {
    await service.grant('interrupt', 10);
    const program = 'import sys\nfrom scriptorium_client import Scriptorium\nScriptorium().convert(sys.argv[1])';
    const child = spawn('python3', ['-c', program, resolve('docs/sample.pdf')], {
      env: {
        PATH: process.env['PATH'],
        PYTHONPATH: resolve('clients/python/src'),
        SCRIPTORIUM_SERVER: service.base,
        SCRIPTORIUM_KEY: await service.key('interrupt'),
      },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await expect.poll(() => held('interrupt')).toBe(1);
    child.kill('SIGINT');
    await exited;
    expect(await balance('interrupt')).toEqual(REFUNDED);
  });
});
