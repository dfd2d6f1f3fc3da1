import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { workerProgram } from '../../../src/cli/worker-program.ts';
import { openLocalLauncher } from '../../../src/cluster/local/launcher.ts';
import { launcherContract } from '../../contract/launcher.contract.ts';
import { startProtocolServer } from '../../worker/protocol-server.ts';

launcherContract('child processes', async () => {
  const server = await startProtocolServer();
  const scratchFolder = await mkdtemp(join(tmpdir(), 'scriptorium-launcher-'));
  const launcher = await openLocalLauncher({
    program: workerProgram(),
    scratchFolder,
    base: server.base,
    sign: { get: (key) => Promise.resolve(server.signGet(key)), put: (key, bytes) => Promise.resolve(server.signPut(key, bytes)) },
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    cores: 2,
    allowedNets: ['127.0.0.0/8', '::1/128'],
  });
  return {
    launcher,
    server,
    async close() {
      await launcher.close();
      await server.close();
      await rm(scratchFolder, { recursive: true, force: true });
    },
  };
});
