import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { openLocalProcesses, type LocalProcesses } from '../../../src/runtime/processes/processes.ts';
import { sha256 } from '../../../src/resource/ids.ts';
import { describe, expect, it } from 'vitest';
import { launcherContract } from '../../contract/launcher.contract.ts';
import { tasksContract } from '../../contract/tasks.contract.ts';
import { makeTextPdf } from '../../make/text-pdf.ts';
import { documentsAt } from '../../worker/open-documents.ts';
import { startProtocolServer, type ProtocolServer } from '../../worker/protocol-server.ts';

async function open(): Promise<LocalProcesses & { readonly server: ProtocolServer }> {
  const server = await startProtocolServer();
  const scratchFolder = await mkdtemp(join(tmpdir(), 'scriptorium-launcher-'));
  const processes = await openLocalProcesses({
    program: workerProgram(),
    scratchFolder,
    base: server.base,
    openDocuments: documentsAt(server.base),
    sign: {
      get: (key) => Promise.resolve(server.signGet(key)),
      put: (key) => Promise.resolve(server.signPut(key)),
    },
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    cores: 2,
    allowedNets: ['127.0.0.0/8', '::1/128'],
  });
  return {
    ...processes,
    server,
    async close() {
      await processes.close();
      await server.close();
      await rm(scratchFolder, { recursive: true, force: true });
    },
  };
}

launcherContract('child processes', open);
tasksContract('child processes', open);

describe('a process that probed a document', () => {
  it('goes on to convert it, without downloading it again', async () => {
    const { launcher, tasks, server, close } = await open();
    try {
      const document = Buffer.from(makeTextPdf(['One page of text']));
      const limits = { memoryBytes: 2 ** 30, seconds: 60, scratchBytes: 2 ** 28 };
      const downloads: string[] = [];
      server.intercept = (request) => {
        if (request.method === 'GET') downloads.push(request.url!);
        return undefined;
      };
      const convert = async (jobId: string, key: string): Promise<string> => {
        server.objects.set(key, document);
        server.tasks.set(
          jobId,
          new Map([
            [
              0,
              {
                kind: 'convert',
                input: { key, bytes: document.length, sha256: sha256(document) },
                range: { start: 1, end: 1 },
                settings: {
                  includeImages: false,
                  native: false,
                  ocr: { mode: 'auto', languages: ['eng'] },
                  emphasis: true,
                },
                mergeHere: true,
              },
            ],
          ]),
        );
        const ended = new Promise<void>((resolve) => {
          const stop = launcher.follow((changed) => {
            void (async () => {
              const [state] = changed === jobId ? await launcher.observe(jobId) : [];
              if (state?.indexes.get(0)?.state !== 'ended') return;
              stop();
              resolve();
            })();
          });
        });
        await launcher.launch({
          workspace: 'acme',
          jobId,
          kind: 'convert',
          owner: { name: jobId, uid: jobId },
          firstIndex: 0,
          count: 1,
          whole: true,
          native: false,
          launchToken: () => jobId,
          limits,
          attempts: 1,
        });
        await ended;
        const attempt = server.attempts.find(({ launchToken }) => launchToken === jobId)!;
        return server.objects.get(`${attempt.prefix}document.md`)!.toString('utf8');
      };
      const unprobed = await convert('job-a', 'inputs/job-a');
      expect(downloads).toHaveLength(1);
      server.objects.set('inputs/job-b', document);
      await tasks.probe({
        workspace: 'acme',
        jobId: 'job-b',
        key: 'inputs/job-b',
        bytes: document.length,
        converts: true,
      });
      expect(await convert('job-b', 'inputs/job-b')).toBe(unprobed);
      expect(downloads).toHaveLength(2);
      // Another input is never taken for the probed one.
      server.objects.set('inputs/other', document);
      await tasks.probe({
        workspace: 'acme',
        jobId: 'job-c',
        key: 'inputs/other',
        bytes: document.length,
        converts: true,
      });
      downloads.length = 0;
      expect(await convert('job-c', 'inputs/job-c')).toBe(unprobed);
      expect(downloads).toHaveLength(1);
    } finally {
      await close();
    }
  });
});
