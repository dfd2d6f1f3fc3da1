import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../api/service.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { MAIN } from './run-command.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  // No controller runs: what is accepted waits.
  service = await openService();
  folder = await mkdtemp(join(tmpdir(), 'scr-interrupted-'));
  for (const name of ['one.pdf', 'two.pdf']) await writeFile(join(folder, name), makeNumberedPdf(3));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const held = async (workspace: string): Promise<number | undefined> =>
  (await service.deps.ledger.balance(workspace))?.held;

describe('a command that converts through a server', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'cancels its jobs on %s, and their credits are free again',
    async (signal) => {
      const workspace = `interrupted-${signal.toLowerCase()}`;
      await service.grant(workspace, 10);
      const flags = ['--server', service.base, '--key', await service.key(workspace)];
      const child = spawn(process.execPath, [MAIN, 'convert', 'one.pdf', 'two.pdf', ...flags], {
        cwd: folder,
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      const exited = once(child, 'exit');
      await expect.poll(() => held(workspace)).toBe(6);
      child.kill(signal);
      expect(await exited).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
      expect(await service.deps.ledger.balance(workspace)).toEqual({ granted: 10, available: 10, held: 0, settled: 0 });
      expect(said).toContain('Interrupted');
      expect(said).not.toContain('not canceled');
    },
  );
});
