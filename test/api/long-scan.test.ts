import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServedObjects } from '../../src/objects/objects.ts';
import { keys } from '../../src/records/keys.ts';
import { FIRST_OBJECT, makePdf } from '../make/pdf.ts';
import { drawPicture, LETTER } from '../make/picture.ts';
import { documentSource, ended, upload } from './client.ts';
import { openService, type TestService } from './service.ts';

const PAGES = 4;

let service: TestService;
beforeAll(async () => {
  service = await openService({ settings: { scannedRangePages: 1 } });
});
afterAll(() => service.close());

/** A scan whose pages have 3 MB each, in dictionaries that nobody reads and in a picture that all pages show. */
function makeScan(): Uint8Array {
  const { data, width, height } = drawPicture(LETTER, 150);
  const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  return makePdf({
    pages: Array.from({ length: PAGES }, () => ({
      content: 'q 612 0 0 466 0 200 cm /Im Do Q',
      resources: `/XObject << /Im ${FIRST_OBJECT} 0 R /Unused ${FIRST_OBJECT + 1} 0 R >>`,
    })),
    objects: [{ dict, data }, ...Array.from({ length: PAGES }, () => ({ dict: '', data: new Uint8Array(3_000_000) }))],
  });
}

/** Counts the bytes of a job's input that are sent over signed URLs. */
function countSent(input: () => string): () => number {
  const objects = service.deps.objects as ServedObjects;
  const open = objects.openObject.bind(objects);
  let sent = 0;
  objects.openObject = async (key) => {
    const opened = await open(key);
    return (
      opened && {
        ...opened,
        stream: (range) => {
          if (key === input()) sent += range ? range.end - range.start + 1 : opened.info.bytes;
          return opened.stream(range);
        },
      }
    );
  };
  return () => sent;
}

it('the ranges of a long scan fetch what they read of the document', { timeout: 240_000 }, async () => {
  const { call } = await service.workspace(100);
  const scan = makeScan();
  const { body } = await call('createJob', { body: documentSource(await upload(call, scan)) });
  const jobId = String(body['id']);
  const sent = countSent(() => keys.input(jobId));
  await service.startController();
  expect(await ended(call, jobId)).toMatchObject({ status: 'succeeded', usage: { ocrPages: PAGES } });
  const { body: list } = await call('listJobArtifacts', { params: { jobId } });
  const { text } = (list['artifacts'] as { text: string }[])[0]!;
  expect(text.match(/Most ships stayed for less than two days/g)).toHaveLength(PAGES);
  expect(sent()).toBeLessThan((PAGES * scan.length) / 2);
});

it('a range finds out that the document was replaced', { timeout: 240_000 }, async () => {
  const { call, name } = await service.workspace(100);
  const { body } = await call('createJob', {
    body: { ...documentSource(await upload(call, makeScan())), includeImages: true },
  });
  const jobId = String(body['id']);
  await service.deps.objects.put(keys.input(jobId), Buffer.concat([makeScan(), Buffer.from('\n')]));
  expect(await ended(call, jobId)).toMatchObject({ status: 'failed', errorCode: 'content_hash_mismatch' });
  expect(await service.deps.ledger.balance(name)).toMatchObject({ settled: 0, held: 0 });
});
