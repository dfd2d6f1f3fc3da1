import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_OBJECT, makePdf } from '../make/pdf.ts';
import { drawPicture } from '../make/picture.ts';
import { documentSource, ended, upload } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ cores: 2 });
  await service.startController();
});
afterAll(() => service.close());

const LINES = ['The first page of a letter', 'The second page of a letter'];

/** Small pages, each of them a picture of one line. */
function makeScan(): Uint8Array {
  const size = { width: 300, height: 120 };
  const pictures = LINES.map((text) => drawPicture({ ...size, texts: [{ text, x: 30, y: 60, size: 16 }] }, 100));
  return makePdf({
    pages: pictures.map((_, i) => ({
      content: `q ${size.width} 0 0 ${size.height} 0 0 cm /Im Do Q`,
      resources: `/XObject << /Im ${FIRST_OBJECT + i} 0 R >>`,
      entries: `/MediaBox [0 0 ${size.width} ${size.height}]`,
    })),
    objects: pictures.map(({ data, width, height }) => ({
      dict: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
      data,
    })),
  });
}

it('two processes read a scan of two pages while nothing else is to be done', { timeout: 120_000 }, async () => {
  const { call } = await service.workspace(10);
  const converted = new Set<number>();
  const look = async (jobId: string): Promise<void> => {
    for (const { kind, indexes } of await service.launcher.observe(jobId))
      if (kind === 'convert') for (const index of indexes.keys()) converted.add(index);
  };
  service.launcher.follow((jobId) => void look(jobId));
  const { body } = await call('createJob', { body: documentSource(await upload(call, makeScan())) });
  const jobId = String(body['id']);
  expect(await ended(call, jobId)).toMatchObject({ status: 'succeeded', usage: { ocrPages: 2 } });
  expect(converted.size).toBe(2);
  const { body: list } = await call('listJobArtifacts', { params: { jobId } });
  const { text } = (list['artifacts'] as { text: string }[])[0]!;
  expect(text).toMatch(new RegExp(LINES.join('\\s+')));
});
