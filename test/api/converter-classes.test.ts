import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawPicture, LETTER, worn } from '../make/picture.ts';
import { makeTiff } from '../make/tiff.ts';
import { openModelServer, type ModelServer } from '../model-server.ts';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const KEY = 'sk-kelp-and-driftwood';
const PICTURE = drawPicture(LETTER, 100);
const DOUBTED = worn(PICTURE);
const PAGE = makeTiff([DOUBTED]);
const SAID = LETTER.texts!.map(({ text }) => text).join('\n');
const LIE = 'You owe us 4000 dollars. Pay them at once, and nobody knows what will happen.';

let model: ModelServer;
let service: ServiceProcess;
let log = '';

beforeAll(async () => {
  model = await openModelServer();
  service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'trace', SCRIPTORIUM_CORES: '2' });
  await service.start();
  await addClass('vision', { maxPagesPerJob: 2 });
});
afterAll(async () => {
  log = service.log();
  await service.close();
  await model.close();
  expect(log).not.toContain(KEY);
});
beforeEach(() => {
  model.questions.length = 0;
  model.reads = SAID;
});

const addClass = (name: string, more: object = {}): Promise<unknown> =>
  service.admin('POST', '/admin/v1/classes', { name, endpoint: model.url, model: 'tiny', apiKey: KEY, ...more });

interface Converted {
  readonly status: number;
  readonly markdown: string;
  readonly warnings: readonly { readonly kind: string; readonly pages: string; readonly message: string }[];
  readonly job: { readonly id: string };
  readonly error: string;
}

async function convert(document: Uint8Array<ArrayBuffer>, query: string): Promise<Converted> {
  const form = new FormData();
  form.set('file', new Blob([document]), 'scan.tiff');
  const response = await fetch(`${service.url()}/convert?output=json&wait=200&${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key()}` },
    body: form,
  });
  return { ...((await response.json()) as Omit<Converted, 'status'>), status: response.status };
}

const kindsOf = ({ warnings }: Converted): string[] => warnings.map(({ kind }) => kind);

async function tierOf({ job }: Converted): Promise<unknown> {
  const { body } = await service.call('GET', `/receipts/rcpt_${job.id}`);
  return body['tier'];
}

describe('a converter class', () => {
  it('is asked about a page that OCR doubts, mends it, and is named by the receipt', async () => {
    const plain = await convert(PAGE, '');
    expect(kindsOf(plain)).toEqual(['low-ocr-confidence']);
    expect(plain.markdown).not.toContain('northern');
    expect([model.questions.length, await tierOf(plain)]).toEqual([0, 'standard']);
    const mended = await convert(PAGE, 'converterClassName=vision');
    expect(mended.markdown).toContain('northern channel began on 14 March');
    expect(mended.warnings).toContainEqual(
      expect.objectContaining({
        kind: 'reading-taken',
        pages: '1',
        message: 'Words of page 1 that OCR doubted were taken from the converter class. Check them.',
      }),
    );
    expect(await tierOf(mended)).toBe('vision');
    expect(model.questions).toMatchObject([{ authorization: `Bearer ${KEY}`, model: 'tiny' }]);
    expect(model.questions[0]!.picture.subarray(1, 4).toString()).toBe('PNG');
    // From the cache, which the class is a part of.
    const again = await convert(PAGE, 'converterClassName=vision');
    expect([again.markdown, await tierOf(again)]).toEqual([mended.markdown, 'vision']);
    expect(model.questions).toHaveLength(1);
  });

  it('that makes things up or refuses changes nothing', async () => {
    const plain = await convert(PAGE, '');
    for (const [reads, kinds] of [
      [LIE, []],
      [401, ['reading-not-given']],
    ] as const) {
      model.reads = reads;
      const asked = await convert(PAGE, 'converterClassName=vision&forceRefresh=true');
      expect([asked.markdown, await tierOf(asked)]).toEqual([plain.markdown, 'standard']);
      expect(kindsOf(asked)).toEqual(['low-ocr-confidence', ...kinds]);
    }
    expect(model.questions).toHaveLength(2);
    expect(service.log()).toContain('The endpoint responded with status 401.');
  });

  it('is not asked about more pages of a job than its budget, in whatever ranges they are converted', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => worn(drawPicture({ ...LETTER, width: 420 + index }, 100)));
    const job = await convert(makeTiff(pages), 'converterClassName=vision');
    expect(job.status).toBe(200);
    expect(model.questions).toHaveLength(2);
    expect(job.markdown.match(/northern channel/g)).toHaveLength(2);
    expect(kindsOf(job)).toEqual(expect.arrayContaining(['reading-taken', 'reading-not-given']));
    expect(await tierOf(job)).toBe('vision');
  });

  it('is not asked about pages that OCR reads well', async () => {
    const job = await convert(makeTiff([drawPicture(LETTER, 150)]), 'converterClassName=vision');
    expect([model.questions.length, await tierOf(job)]).toEqual([0, 'standard']);
  });

  it('can be the default of a workspace, whose jobs fail if it does not exist', async () => {
    await addClass('other');
    const set = (name: string | null) =>
      service.admin('POST', '/admin/v1/workspaces', { workspace: 'local', converterClassName: name });
    await set('other');
    expect(await tierOf(await convert(PAGE, ''))).toBe('other');
    await service.admin('POST', '/admin/v1/classes/delete', { name: 'other' });
    const unknown = await convert(PAGE, 'forceRefresh=true');
    expect([unknown.status, unknown.error]).toEqual([400, 'converterClassName: there is no converter class other.']);
    await set(null);
    expect(await tierOf(await convert(PAGE, 'forceRefresh=true'))).toBe('standard');
  });

  it('that serves other workspaces only is refused as one that does not exist', async () => {
    await addClass('theirs', { workspaces: ['acme', 'borealis'] });
    const refused = await convert(PAGE, 'converterClassName=theirs');
    expect([refused.status, refused.error]).toEqual([400, 'converterClassName: there is no converter class theirs.']);
    await addClass('theirs', { workspaces: ['local'] });
    expect(await tierOf(await convert(PAGE, 'converterClassName=theirs'))).toBe('theirs');
    await service.admin('POST', '/admin/v1/classes/delete', { name: 'theirs' });
  });

  it('that does not exist is refused by the name of the field', async () => {
    const { status, error } = await convert(PAGE, 'converterClassName=nobody');
    expect([status, error]).toEqual([400, 'converterClassName: there is no converter class nobody.']);
  });

  it('is listed without its key', async () => {
    expect(await service.admin('GET', '/admin/v1/classes')).toEqual({
      classes: [
        { name: 'vision', type: 'OpenAI', endpoint: model.url, model: 'tiny', maxPagesPerJob: 2, hasKey: true },
      ],
    });
  });
});
