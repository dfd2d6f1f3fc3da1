import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSource, ended, upload } from './client.ts';
import { openService, type TestService } from './service.ts';

const HOSTILE = `../..\\a\r\nSet-Cookie: b=c; \u202Efdp\uD800${'ü'.repeat(200)}.txt`;
const SAFE = /^aSet-Cookie_ b=c; fdpü+\.md$/;

let service: TestService;
const site = createServer((_request, response) => {
  response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''..%2Fsite%0D%0A%E2%80%AE.txt`);
  response.end('Some text.');
});
beforeAll(async () => {
  service = await openService({ settings: { inlineBytes: 0 } });
  await service.startController();
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  site.close();
  await service.close();
});

const artifactOf = async (
  call: Awaited<ReturnType<TestService['workspace']>>['call'],
  source: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const { body } = await call('createJob', { body: { source } });
  const job = await ended(call, String(body['id']));
  expect(job['status']).toBe('succeeded');
  const { body: list } = await call('listJobArtifacts', { params: { jobId: String(body['id']) } });
  return (list['artifacts'] as Record<string, unknown>[])[0]!;
};

describe('a hostile file name', () => {
  it('of an upload becomes a safe one of the artifact, in its metadata and in the header of its download', async () => {
    const { call } = await service.workspace(10);
    const documentId = await upload(call, 'Some text.', HOSTILE);
    const artifact = await artifactOf(call, documentSource(documentId)['source'] as Record<string, unknown>);
    const fileName = String(artifact['fileName']);
    expect(fileName).toMatch(SAFE);
    expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(255);
    const { headers } = await fetch(String(artifact['downloadUrl']));
    expect(headers.get('set-cookie')).toBeNull();
    expect(decodeURIComponent(/''(.*)$/.exec(headers.get('content-disposition')!)![1]!)).toBe(fileName);
  });

  it('of a URL is not echoed', async () => {
    const { call } = await service.workspace(10);
    const fileUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/x`;
    const source = { type: 'external', fileUrl, fileName: HOSTILE };
    const { body } = await call('createJob', { body: { source } });
    expect((body['source'] as { fileName: string }).fileName).toMatch(/^aSet-Cookie_ b=c; fdpü+\.txt$/);
    expect((await artifactOf(call, source))['fileName']).toMatch(SAFE);
    expect((await artifactOf(call, { type: 'external', fileUrl }))['fileName']).toBe('site.md');
  });
});
