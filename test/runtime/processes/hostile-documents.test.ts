import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import { openLocalProcesses, type LocalProcesses } from '../../../src/runtime/processes/processes.ts';
import type { FinishRequest } from '../../../src/protocol/worker.ts';
import { sha256 } from '../../../src/resource/ids.ts';
import type { FailureCode } from '../../../src/failures/failure.ts';
import { HOSTILE } from '../../make/hostile.ts';
import { makeTextPdf } from '../../make/text-pdf.ts';
import { documentsAt } from '../../worker/open-documents.ts';
import { startProtocolServer } from '../../worker/protocol-server.ts';
import type { ProtocolServer } from '../../worker/protocol-server.ts';

const MIB = 1024 * 1024;
const LIMITS = { memoryBytes: 256 * MIB, seconds: 60, scratchBytes: 128 * MIB };
let processes: LocalProcesses;
let server: ProtocolServer;
let scratchFolder: string;

beforeAll(async () => {
  server = await startProtocolServer();
  scratchFolder = await mkdtemp(join(tmpdir(), 'scriptorium-hostile-'));
  processes = await openLocalProcesses({
    program: workerProgram(),
    scratchFolder,
    base: server.base,
    openDocuments: documentsAt(server.base, { expandedBytes: 64 * MIB }),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    cores: 2,
    sign: {
      get: (key) => Promise.resolve(server.signGet(key)),
      put: (key) => Promise.resolve(server.signPut(key)),
    },
    conversionLimits: { expandedBytes: 64 * MIB },
    taskLimits: { probe: LIMITS, draw: { ...LIMITS, seconds: 30 } },
  });
});
afterAll(async () => {
  await processes.close();
  await server.close();
  await rm(scratchFolder, { recursive: true, force: true });
});

let counter = 0;

/**
 * How a document ends: probed, and converted whatever the probe said, by processes of their own. Failures by their
 * code.
 */
async function fate(
  document: Uint8Array,
  native: boolean,
): Promise<{ readonly probe: string; readonly conversion: string; readonly markdownBytes: number }> {
  const jobId = `job-${counter++}`;
  const key = `inputs/${jobId}`;
  server.objects.set(key, Buffer.from(document));
  const probed = await processes.tasks.probe({ workspace: 'acme', jobId, key, bytes: document.length });
  const task = {
    kind: 'convert',
    input: { key, bytes: document.length, sha256: sha256(document) },
    range: { start: 1, end: 4 },
    settings: { includeImages: false, native, ocr: { mode: 'auto', languages: ['eng'] }, emphasis: true },
    mergeHere: true,
  } as const;
  server.tasks.set(jobId, new Map([[0, task]]));
  const state = await new Promise<string>((resolve) => {
    const stop = processes.launcher.follow((changed) => {
      void (async () => {
        const index = changed === jobId ? (await processes.launcher.observe(jobId))[0]?.indexes.get(0) : undefined;
        if (index?.state !== 'ended' && index?.state !== 'failed') return;
        stop();
        resolve(index.state === 'failed' ? index.reason : 'ended');
      })();
    });
    void processes.launcher.launch({
      workspace: 'acme',
      jobId,
      kind: 'convert',
      owner: { name: jobId, uid: jobId },
      firstIndex: 0,
      count: 1,
      native,
      launchToken: () => jobId,
      limits: LIMITS,
      attempts: 1,
    });
  });
  const outcome: FinishRequest | undefined = server.attempts.findLast(
    ({ launchToken }) => launchToken === jobId,
  )?.outcome;
  const conversion =
    state !== 'ended'
      ? state
      : outcome?.outcome === 'failed'
        ? outcome.failure.code
        : outcome?.outcome === 'succeeded'
          ? 'ok'
          : 'nothing';
  return {
    probe: probed.ok ? 'ok' : probed.failure.code,
    conversion,
    markdownBytes: outcome?.outcome === 'succeeded' ? outcome.markdown!.bytes : 0,
  };
}

/**
 * What probe and conversion come to, where they differ both. `ok`: little or nothing is on the pages, and that is what
 * is converted.
 */
const EXPECTED: Readonly<
  Record<string, 'ok' | FailureCode | { readonly probe: 'ok'; readonly conversion: FailureCode }>
> = {
  'empty file': 'corrupt_document',
  'file of noise': 'unsupported_format',
  'PDF that was cut off': 'corrupt_document',
  'PDF of a header alone': 'corrupt_document',
  'PDF with a password': 'password_protected',
  'PDF whose page tree is a circle': { probe: 'ok', conversion: 'corrupt_document' },
  'PDF that claims a billion pages': 'ok',
  'PDF with a form that draws itself': 'ok',
  'PDF stream that expands to 320 MiB': 'out_of_memory',
  'PDF of two hundred thousand graphics states': 'ok',
  'DOCX that expands to 80 MiB': 'limit_exceeded',
  'DOCX of a billion laughs': 'corrupt_document',
  'DOCX of a hundred thousand nested tables': 'limit_exceeded',
  'DOCX without its document': 'corrupt_document',
  'DOCX with broken XML': 'corrupt_document',
  'PNG of 60,000 by 60,000 pixels': 'limit_exceeded',
  'PNG that was cut off': 'ok',
};

/** What drawing its first page comes to, whatever the probe said. */
const DRAWN: Readonly<Record<string, 'ok' | FailureCode>> = {
  'empty file': 'corrupt_document',
  'file of noise': 'unsupported_format',
  'PDF that was cut off': 'corrupt_document',
  'PDF of a header alone': 'corrupt_document',
  'PDF with a password': 'password_protected',
  'PDF whose page tree is a circle': 'corrupt_document',
  'PDF that claims a billion pages': 'ok',
  'PDF with a form that draws itself': 'ok',
  'PDF stream that expands to 320 MiB': 'out_of_memory',
  'PDF of two hundred thousand graphics states': 'limit_exceeded',
  'PNG of 60,000 by 60,000 pixels': 'limit_exceeded',
  'PNG that was cut off': 'ok',
};

describe('the first page of a hostile or broken document', () => {
  it.each(Object.keys(HOSTILE).filter((name) => !name.startsWith('DOCX')))(
    'is drawn or fails by its own name: %s',
    async (name) => {
      const document = Buffer.from(HOSTILE[name]!());
      const jobId = `job-${counter++}`;
      server.objects.set(jobId, document);
      const drawn = await processes.tasks.draw({
        workspace: 'acme',
        jobId,
        key: jobId,
        bytes: document.length,
        sha256: sha256(document),
        page: 1,
        to: `pictures/${jobId}`,
      });
      expect(drawn.ok ? 'ok' : drawn.failure.code).toBe(DRAWN[name]);
      expect(server.objects.has(`pictures/${jobId}`)).toBe(drawn.ok);
    },
    120_000,
  );
});

describe('a hostile or broken document', () => {
  it.each(Object.keys(HOSTILE))(
    'fails by its own name, in time: %s',
    async (name) => {
      const { probe, conversion, markdownBytes } = await fate(HOSTILE[name]!(), name.startsWith('PNG'));
      const expected = EXPECTED[name]!;
      expect({ probe, conversion }).toEqual(
        typeof expected === 'string' ? { probe: expected, conversion: expected } : expected,
      );
      expect(markdownBytes).toBeLessThan(1000);
    },
    120_000,
  );

  it('does not keep a good neighbour from being converted meanwhile', async () => {
    const bad = ['PDF stream that expands to 320 MiB', 'DOCX of a hundred thousand nested tables'].map((name) =>
      fate(HOSTILE[name]!(), false),
    );
    const good = await fate(makeTextPdf(['A page in bad company']), false);
    expect(good).toMatchObject({ probe: 'ok', conversion: 'ok' });
    expect(good.markdownBytes).toBeGreaterThan(10);
    await Promise.all(bad);
  }, 120_000);
});
