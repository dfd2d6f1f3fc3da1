import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../../packages/engine/src/formats.ts';
import { MEDIA_TYPES } from '../../../src/api/drop-in/tika/media-types.ts';
import { makePdf } from '../../make/pdf.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import type { TestService } from '../service.ts';
import { askWith, formOf, openDropIn, type Answer, type Ask } from './ask.ts';

let service: TestService;
let ask: Ask;
beforeAll(async () => {
  ({ service, ask } = await openDropIn((key) => ({ Authorization: `Basic ${btoa(`user:${key}`)}` })));
});
afterAll(() => service.close());

const GUIDE = '<html><body><h1>Guide &amp; more</h1><p>An opening.</p></body></html>';
const NAMED = { 'Content-Disposition': 'attachment; filename=guide.html' };

const put = (
  path: string,
  headers: Record<string, string> = {},
  body: NonNullable<RequestInit['body']> = GUIDE,
): Promise<Answer> => ask('PUT', path, { body, headers: { ...NAMED, ...headers } });

const METADATA = {
  'Content-Type': 'text/html',
  'Content-Length': String(GUIDE.length),
  'X-TIKA:Parsed-By': 'Scriptorium',
  resourceName: 'guide.html',
  'xmpTPg:NPages': '1',
};
const TEXT = 'Guide & more\n\nAn opening.\n';
const isXhtml = expect.stringContaining('<div class="page"><h1>Guide &amp; more</h1>\n<p>An opening.</p>') as string;

describe('Tika', () => {
  it.each([
    ['*/*', 'text/plain; charset=utf-8', TEXT],
    ['text/plain', 'text/plain; charset=utf-8', TEXT],
    ['text/html', 'text/html; charset=utf-8', isXhtml],
    ['text/xml', 'text/xml; charset=utf-8', isXhtml],
    ['text/markdown', 'text/markdown; charset=utf-8', '# Guide & more\n\nAn opening.\n'],
  ])('answers the content that is accepted: %s', async (accept, type, text) => {
    const answer = await put('/tika', { Accept: accept });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
    expect(answer.text).toEqual(text);
  });

  it('answers the content among the metadata, as version 3 and 4 do', async () => {
    const three = { ...METADATA, 'X-TIKA:content': TEXT };
    expect((await put('/tika', { Accept: 'application/json' })).body).toEqual(three);
    expect((await put('/tika/text')).body).toEqual(three);
    expect((await put('/tika/text', { Accept: 'text/plain' })).text).toBe(TEXT);
    const markdown = '# Guide & more\n\nAn opening.\n';
    expect((await put('/tika/json/md')).body).toEqual({ ...METADATA, 'tk:content': markdown });
    expect((await put('/tika/json')).body).toEqual({ ...METADATA, 'tk:content': isXhtml });
    expect((await put('/tika/nonsense')).status).toBe(404);
  });

  it.each([
    ['/rmeta', isXhtml],
    ['/rmeta/text', TEXT],
    ['/rmeta/ignore', undefined],
  ])('answers a list of metadata: %s', async (path, content) => {
    const { body } = await put(path);
    expect(body).toEqual([{ ...METADATA, ...(content !== undefined && { 'X-TIKA:content': content }) }]);
  });

  it('tells the metadata and the type of a document, and charges nothing for it', async () => {
    const before = await service.deps.ledger.balance('acme');
    expect((await put('/meta')).body).toEqual(METADATA);
    expect((await put('/meta', { Accept: 'text/csv' })).text).toContain('"resourceName","guide.html"\n');
    expect((await put('/meta/Content-Type')).text).toBe('text/html');
    expect((await put('/meta/Content-Type', { Accept: 'application/json' })).body).toEqual({
      'Content-Type': 'text/html',
    });
    expect((await put('/meta/none')).status).toBe(404);
    const long = Buffer.from(makeNumberedPdf(7));
    expect((await put('/detect/stream', {}, long)).text).toBe('application/pdf');
    expect((await put('/meta/xmpTPg:NPages', {}, long)).text).toBe('7');
    expect(await service.deps.ledger.balance('acme')).toEqual(before);
  });

  it('limits how often a workspace asks for what costs nothing', async () => {
    const busy = askWith(service, { Authorization: `Bearer ${await service.key('busy')}` });
    const unread = { body: 'x', headers: { 'Content-Type': 'multipart/form-data' } };
    const answers = await Promise.all(Array.from({ length: 300 }, () => busy('PUT', '/meta', unread)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
    expect((await put('/meta/Content-Type')).status).toBe(200);
  });

  it('takes forms, and names in all ways that clients have', async () => {
    const form = { headers: {}, body: formOf({ 'gu.html': GUIDE }, [], 'upload') };
    expect((await ask('POST', '/rmeta/form/text', form)).body).toMatchObject([{ resourceName: 'gu.html' }]);
    const nameOf = async (disposition: string): Promise<unknown> =>
      (await put('/meta', { 'Content-Disposition': disposition })).body['resourceName'];
    expect(await nameOf('attachment; filename="a b.html"')).toBe('a b.html');
    expect(await nameOf("attachment; filename=x; filename*=UTF-8''%C3%BC.html")).toBe('ü.html');
    expect(await nameOf("attachment; filename=b'sample.html'")).toBe('sample.html');
    expect(await nameOf('attachment; filename=100%.html')).toBe('100%.html');
    expect(await nameOf('attachment')).toBe('document');
  });

  it('opens a document with the password of its header', async () => {
    const pages = [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }];
    const locked = Buffer.from(makePdf({ pages, password: 'kelp and driftwood' }));
    const without = await put('/tika', {}, locked);
    expect(without).toMatchObject({ status: 422, body: { code: 'password_protected' } });
    expect((await put('/tika', { Password: 'kelp and driftwood' }, locked)).text).toBe('A page under a key\n');
  });

  it('says 415 of what it cannot read, and refuses what is no setting', async () => {
    const unknown = Uint8Array.of(0, 1, 2, 3);
    expect(await put('/tika', {}, unknown)).toMatchObject({ status: 415, body: { code: 'unsupported_format' } });
    expect((await put('/detect/stream', {}, unknown)).text).toBe('application/octet-stream');
    expect((await put('/tika', { 'X-Tika-OCRLanguage': '?' })).status).toBe(400);
    expect((await put('/tika', { Accept: 'image/png' })).status).toBe(406);
  });

  it('greets, and says its version as JSON or text', async () => {
    expect((await ask('GET', '/tika')).text).toMatch(/^This is Scriptorium \d\S+, which answers as Tika Server does/);
    const version = await ask('GET', '/version', { headers: { Accept: 'text/plain' } });
    expect(version.text).toMatch(/^Scriptorium \d/);
  });

  it('knows the media types of all formats', () => {
    const types = Object.entries(FORMATS).map(([format, { contentTypes }]) => [format, contentTypes[0]]);
    expect(MEDIA_TYPES).toEqual(Object.fromEntries(types));
  });
});
