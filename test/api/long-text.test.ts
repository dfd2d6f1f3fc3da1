import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ settings: { rangePages: 2, parallelism: 2, rangeSeconds: 60 } });
  await service.startController();
});
afterAll(() => service.close());

it('a long document of text has fewer, longer ranges, with as much time for a page', async () => {
  const launch = vi.spyOn(service.launcher, 'launch');
  const { call } = await service.workspace(100);
  const convert = async (pages: number): Promise<unknown> => {
    const source = documentSource(await upload(call, makeNumberedPdf(pages), 'report.pdf'));
    const { body } = await call('createJob', { body: source });
    return ended(call, String(body['id']));
  };
  expect(await convert(4)).toMatchObject({ status: 'succeeded', usage: { discoveredPages: 4 } });
  expect(await convert(20)).toMatchObject({ status: 'succeeded', usage: { discoveredPages: 20 } });
  const launches = launch.mock.calls.map(([of]) => of).filter(({ kind }) => kind === 'convert');
  expect(launches.map(({ count, limits }) => ({ count, seconds: limits.seconds }))).toEqual([
    { count: 2, seconds: 60 },
    { count: 3, seconds: 240 },
  ]);
});
