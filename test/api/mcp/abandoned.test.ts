import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { openService } from '../service.ts';

it('a conversion whose agent goes away before it knows of it is canceled', async () => {
  // No controller runs: what is accepted waits.
  const service = await openService();
  const site = createServer((_request, response) => response.end(makeNumberedPdf(3)));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  try {
    await service.grant('agent', 10);
    const requestInit = { headers: { Authorization: `Bearer ${await service.key('agent')}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit }));
    const aborted = new AbortController();
    const source = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.pdf`;
    const params = { name: 'convert_document', arguments: { source } };
    const answer = client.callTool(params, { signal: aborted.signal });
    const held = async (): Promise<number | undefined> => (await service.deps.ledger.balance('agent'))?.held;
    await expect.poll(held).toBe(1);
    aborted.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(held, { timeout: 5000 }).toBe(0);
  } finally {
    await client.close();
    await new Promise((closed) => site.close(closed));
    await service.close();
  }
});
