import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTextPdf } from '../make/text-pdf.ts';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';

/** The procedures of docs/machine.md, in their order. */
describe('the operation of a service on one machine', { timeout: 180_000 }, () => {
  let folder: string;
  let service: ServiceProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scr-operations-'));
    service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'error' });
    await service.start();
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const convert = async (text: string): Promise<string> => {
    const { body } = await service.call('POST', '/jobs', {
      source: { type: 'document', documentId: await service.upload('a.pdf', makeTextPdf([text])) },
    });
    for (let status = body['status']; status !== 'succeeded';) {
      expect(status).not.toBe('failed');
      ({
        body: { status },
      } = await service.call('GET', `/jobs/${String(body['id'])}`));
    }
    return String(body['id']);
  };
  const textOf = async (of: ServiceProcess, job: string): Promise<unknown> =>
    (await of.call('GET', `/artifacts/art_${job}_0`)).body['text'];

  it('goes on from a copy of the data folder with the same keys, results, receipts and balances', async () => {
    const before = await convert('Before the backup.');
    await service.kill('SIGTERM');
    execFileSync('cp', ['-a', service.dataDir, join(folder, 'backup')]);
    await service.start();
    const after = await convert('After the backup.');
    await service.kill('SIGTERM');

    const restored = await serviceProcess({
      SCRIPTORIUM_LOG_LEVEL: 'error',
      SCRIPTORIUM_DATA_DIR: join(folder, 'backup'),
    });
    try {
      await restored.start();
      expect(restored.key()).toBe(service.key());
      expect(await textOf(restored, before)).toContain('Before the backup.');
      expect((await restored.call('GET', `/receipts/rcpt_${before}`)).body).toMatchObject({
        outcome: 'succeeded',
        settledCredits: 1,
      });
      expect((await restored.call('GET', `/jobs/${after}`)).status).toBe(404);
    } finally {
      await restored.close();
    }
    await service.start();
    expect(await textOf(service, after)).toContain('After the backup.');
    expect(await service.admin('GET', '/admin/v1/ledger/audit')).toMatchObject({ ok: true, findings: [] });
  });

  it('takes a new service secret at a restart: keys and results stay, URLs that were signed before end', async () => {
    const job = await convert('Signed with the old secret.');
    const slot = await service.call<{ uploadUrl: string; documentId: string }>('POST', '/uploads', {
      fileName: 'a.pdf',
      fileType: 'application/pdf',
    });
    const key = service.key();
    const secret = await readFile(join(service.dataDir, 'secret'), 'utf8');
    const origin = new URL(service.url()).origin;
    await service.kill('SIGTERM');
    await rm(join(service.dataDir, 'secret'));
    await service.start();
    expect(await readFile(join(service.dataDir, 'secret'), 'utf8')).not.toBe(secret);
    expect(service.key()).toBe(key);
    expect(await textOf(service, job)).toContain('Signed with the old secret.');
    const put = await fetch(slot.body.uploadUrl.replace(origin, new URL(service.url()).origin), {
      method: 'PUT',
      body: 'late',
    });
    expect(put.status).toBe(403);
    await convert('Signed with the new secret.');
  });

  it('replaces an API key without a gap', async () => {
    const { key } = await service.admin('POST', '/admin/v1/keys', { workspace: 'local', scopes: ['documents:read'] });
    const { keys } = (await service.admin('GET', '/admin/v1/keys?workspace=local')) as {
      keys: { id: string; scopes: string[] }[];
    };
    const old = keys.find(({ scopes }) => scopes.length === 3)!;
    const ask = async (bearer: string): Promise<number> =>
      (await fetch(`${service.url()}/api/v1/jobs/job-none`, { headers: { Authorization: `Bearer ${bearer}` } })).status;
    expect([await ask(service.key()), await ask(String(key))]).toEqual([404, 404]);
    await service.admin('POST', `/admin/v1/keys/${old.id}/revoke`);
    expect([await ask(service.key()), await ask(String(key))]).toEqual([401, 404]);
    const balance = await service.admin('GET', '/admin/v1/credits?workspace=local');
    await service.kill('SIGTERM');
    await rm(join(service.dataDir, 'local-key'));
    await service.start();
    expect([await ask(service.key()), await ask(String(key))]).toEqual([404, 404]);
    expect(await service.admin('GET', '/admin/v1/credits?workspace=local')).toEqual(balance);
  });
});
