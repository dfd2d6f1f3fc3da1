import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/records/types.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { openService, type TestService } from '../service.ts';

let service: TestService;
let site: Server;
let base: string;
const PICTURE = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
  .png()
  .toBuffer();
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  '/long.pdf': makeNumberedPdf(40),
  '/seal.html': `<h1>Seals</h1><p>Señales in the harbour.</p><p><img alt="A seal" src="data:image/png;base64,${PICTURE.toString('base64')}"></p>`,
  '/broken.pdf': '%PDF-1.7 nothing',
};
beforeAll(async () => {
  service = await openService();
  await service.startController();
  site = createServer((request, response) => response.end(FILES[request.url!] ?? ''));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((closed) => site.close(closed));
  await service.close();
});

type Content = { readonly type: string; readonly text?: string; readonly data?: string; readonly mimeType?: string };
type Call = (
  name: string,
  args?: Record<string, unknown>,
) => Promise<{ text: string; isError: boolean; first: Content }>;

/** The official client with a key of this workspace. */
async function withClient(
  workspace: string,
  use: (call: Call, client: Client) => Promise<void>,
  { mode = 'auto', scopes }: { mode?: 'legacy' | 'auto'; scopes?: readonly Scope[] } = {},
): Promise<void> {
  const key = await service.key(workspace, scopes);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit }));
  try {
    await use(async (name, given = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const [first] = content as [Content];
      return { text: first.text ?? '', isError: isError === true, first };
    }, client);
  } finally {
    await client.close();
  }
}

const idIn = (text: string): string => /^(job-\w+): /.exec(text)![1]!;

describe('MCP over HTTP', () => {
  it.each(['legacy', 'auto'] as const)('offers its tools to hosts of both generations: %s', async (mode) => {
    await service.grant(`tools-${mode}`, 100);
    const use = async (call: Call, client: Client): Promise<void> => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'convert_document',
        'conversion_status',
        'read_pages',
        'search_document',
        'view_picture',
      ]);
      const { text } = await call('convert_document', { source: `${base}/seal.html` });
      expect(text).toMatch(/^job-\w+: seal\.html is converted: pages 1 to 1, \d+ characters\.\n/);
      expect(text).toContain('- Seals (page 1)\n');
    };
    await withClient(`tools-${mode}`, use, { mode });
  });

  it('converts once, as a job of the workspace, and is read page by page', async () => {
    await service.grant('reader', 100);
    await withClient('reader', async (call) => {
      const { text } = await call('convert_document', { source: `${base}/long.pdf` });
      const id = idIn(text);
      expect(await service.deps.ledger.balance('reader')).toMatchObject({ settled: 40, held: 0 });
      const middle = await call('read_pages', { id, first: 17, last: 18 });
      expect([...middle.text.matchAll(/<!-- page (\d+) -->/g)].map(([, page]) => page)).toEqual(['17', '18']);
      expect((await call('conversion_status', { id })).text).toContain('pages 1 to 40');
      expect((await call('conversion_status')).text).toContain(id);
      const some = await call('convert_document', { source: `${base}/long.pdf`, pages: '3-' });
      expect(some.text).toContain('pages 3 to 40');
    });
  });

  it('searches, without regard to case and accents', async () => {
    await service.grant('finder', 100);
    await withClient('finder', async (call) => {
      const long = idIn((await call('convert_document', { source: `${base}/long.pdf` })).text);
      const found = await call('search_document', { id: long, query: 'Page Number 33' });
      expect(found.text).toMatch(/^Found on 40 pages:\n- page 33: …?.*page number 33/);
      const html = idIn((await call('convert_document', { source: `${base}/seal.html` })).text);
      expect((await call('search_document', { id: html, query: 'SENALES' })).text).toContain('Señales in the harbour.');
      expect((await call('search_document', { id: html, query: 'whale' })).text).toBe('No page has "whale".');
    });
  });

  it('shows pages of uploads, and pictures of documents', async () => {
    await service.grant('viewer', 100);
    const Authorization = `Bearer ${await service.key('viewer')}`;
    const slot = await fetch(`${service.base}/api/v1/uploads`, {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ fileName: 'a.pdf', fileType: 'application/pdf' }),
    });
    const { documentId, uploadUrl } = (await slot.json()) as { documentId: string; uploadUrl: string };
    await fetch(uploadUrl, { method: 'PUT', body: Buffer.from(makeNumberedPdf(2)) });
    await withClient('viewer', async (call) => {
      const pdf = idIn((await call('convert_document', { source: documentId })).text);
      const { first } = await call('view_picture', { id: pdf, page: 2 });
      expect(first).toMatchObject({ type: 'image', mimeType: 'image/webp' });
      expect((await sharp(Buffer.from(first.data!, 'base64')).metadata()).width).toBeGreaterThan(300);
      expect((await call('view_picture', { id: pdf, page: 3 })).isError).toBe(true);
      const { text } = await call('convert_document', { source: `${base}/seal.html` });
      const name = /!\[A seal\]\((\S+)\)/.exec(text)![1]!;
      const picture = await call('view_picture', { id: idIn(text), name });
      expect(picture.first).toMatchObject({ type: 'image', mimeType: 'image/png', data: PICTURE.toString('base64') });
      expect(await call('view_picture', { id: idIn(text), name: 'none.png' })).toMatchObject({ isError: true });
      expect((await call('view_picture', { id: idIn(text) })).text).toBe('Name either page or name.');
    });
  });

  it('answers what is wrong as a sentence', async () => {
    await service.grant('wrong', 1);
    await withClient('wrong', async (call) => {
      const broken = await call('convert_document', { source: `${base}/broken.pdf` });
      expect(broken.text).toMatch(/^job-\w+: broken\.pdf could not be converted\. [A-Z].*\.$/);
      expect(await call('convert_document', { source: 'doc_nothing' })).toMatchObject({ isError: true });
      expect(await call('convert_document', { source: `${base}/long.pdf`, pages: 'x' })).toMatchObject({
        isError: true,
        text: 'Enter pages as 3, 3-10 or 3-.',
      });
      expect((await call('convert_document', { source: `${base}/long.pdf` })).text).toMatch(/needs \d+ credits/);
      expect(await call('read_pages', { id: 'job-9', first: 1 })).toMatchObject({ isError: true });
    });
  });

  it('keeps workspaces and scopes apart', async () => {
    await service.grant('owner', 100);
    let id = '';
    await withClient('owner', async (call) => {
      id = idIn((await call('convert_document', { source: `${base}/seal.html` })).text);
    });
    await withClient('other', async (call) => {
      for (const [tool, more] of [
        ['read_pages', { first: 1 }],
        ['search_document', { query: 'a' }],
        ['view_picture', { page: 1 }],
      ] as const)
        expect(await call(tool, { id, ...more })).toMatchObject({ isError: true });
      expect((await call('conversion_status')).text).toBe('There is no conversion.');
    });
    const reading = { scopes: ['documents:read'] } as const;
    const use = async (call: Call): Promise<void> => {
      expect((await call('read_pages', { id, first: 1 })).text).toContain('# Seals');
      const refused = await call('convert_document', { source: `${base}/seal.html` });
      expect(refused.text).toBe('The API key does not have the scope documents:write.');
    };
    await withClient('owner', use, reading);
    const writing = withClient('owner', async () => undefined, { scopes: ['documents:write'] });
    await expect(writing).rejects.toThrow();
    const answer = await fetch(`${service.base}/mcp`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect((await fetch(`${service.base}/mcp`)).status).toBe(405);
  });
});
