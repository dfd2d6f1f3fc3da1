import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertOnce, withTestKey } from '../../../src/cli/cluster/chart-test.ts';
import { sha256 } from '../../../src/resource/ids.ts';
import { memoryLedger } from '../../../src/ledger/memory.ts';
import { inUse, readApiKey } from '../../../src/api/credentials/api-keys.ts';
import { gatherLedgerFacts } from '../../../src/accounting/ledger-facts.ts';
import { withStore } from '../../records/with-store.ts';
import { serviceProcess, type ServiceProcess } from '../../service-process.ts';

describe('the test of the chart', { timeout: 60_000 }, () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await serviceProcess();
    await service.start();
  }, 60_000);
  afterAll(() => service.close());

  it('converts a page through the service and says for how much', async () => {
    const lines: string[] = [];
    await convertOnce(service.url(), service.key(), (line) => lines.push(line));
    expect(lines.at(-1)).toMatch(/^converted for 1 credit: Scriptorium converts this page, /);
  });

  it('fails with what the service says when the key is none', async () => {
    await expect(convertOnce(service.url(), `scr_live_${'0'.repeat(43)}`, () => {})).rejects.toMatchObject({
      status: 401,
    });
  });

  it('fails when the workspace has no credit', async () => {
    const { key } = (await service.admin('POST', '/admin/v1/keys', {
      workspace: 'poor',
      scopes: ['documents:read', 'documents:write'],
    })) as { key: string };
    await expect(convertOnce(service.url(), key, () => {})).rejects.toMatchObject({ status: 402 });
  });
});

describe('the key of the test', () => {
  it('works while the test runs, has one credit, and is revoked afterwards, also when the test fails', async () => {
    const objects = await withStore();
    const ledger = memoryLedger();
    await ledger.rebuild(() => gatherLedgerFacts(objects, new Date()));
    let lent = '';
    const run = withTestKey(
      objects,
      ledger,
      () => new Date(),
      async (key) => {
        lent = key;
        expect(inUse(await readApiKey(objects, sha256(key)), new Date())).toMatchObject({ workspace: 'helm-test' });
        expect(await ledger.balance('helm-test')).toMatchObject({ available: 1 });
        throw new Error('the conversion failed');
      },
    );
    await expect(run).rejects.toThrow('the conversion failed');
    expect(inUse(await readApiKey(objects, sha256(lent)), new Date())).toBeUndefined();
  });
});
