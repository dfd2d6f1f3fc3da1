import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { DOCLING, OPEN_WEBUI, run } from './install.ts';
import type { Check } from './run-checks.ts';

const HERE = import.meta.dirname;
export const HEADING = /^# Harbour survey 2026\n/;

/** The clients of other services, against those addresses of the service that are theirs. */
export function foreignChecks(asked: readonly string[]): readonly Check[] {
  const python = async <T>(bin: string, script: string, ...more: readonly string[]): Promise<T> => {
    const said = await run(join(bin, 'python'), [join(HERE, script), ...asked, ...more]);
    return JSON.parse(said.trimEnd().split('\n').at(-1)!) as T;
  };

  async function openWebUi(bin: string): Promise<void> {
    const folder = resolve(bin, '../..');
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))!;
    const long = join(folder, 'long.pdf');
    await writeFile(long, makeNumberedPdf(3));
    const { pages, ...texts } = await python<OpenWebUiRead>(bin, 'open_webui.py', join(folder, wheel), long);
    for (const loader of ['external', 'docling', 'mineru', 'marker'] as const)
      assert.match(texts[loader], HEADING, loader);
    assert.match(texts['tika 3'], /^Harbour survey 2026\n/);
    assert.match(texts['tika 4'], HEADING);
    assert.deepEqual(
      pages.map(([page, text]) => [page, /page number (\d)/.exec(text)?.[1]]),
      [
        [0, '1'],
        [1, '2'],
        [2, '3'],
      ],
    );
  }

  async function doclingDocuments(bin: string): Promise<void> {
    const { table, headings, nodes, ...rest } = await python<DoclingRead>(bin, 'docling_document.py');
    for (const markdown of [rest.artifact, rest['docling-serve']]) assert.match(markdown, HEADING);
    assert.deepEqual([rest.origin, rest.page], ['sample.pdf', 1]);
    assert.ok(table.length > 2 && table.every((row) => row.length === table[0]!.length), 'a table with cells');
    assert.ok(headings.length > 1 && nodes.length > 1, 'chunks');
    assert.ok(headings.flat().includes('Harbour survey 2026'), 'chunks with their headings');
  }

  async function doclingServe(bin: string): Promise<void> {
    const found = await python<DoclingServed>(bin, 'docling_serve.py');
    for (const name of ['markdown', 'async', 'docling-mcp'] as const) assert.match(`${found[name]}\n`, HEADING, name);
    assert.deepEqual([found.health, found.status, found.name], ['ok', 'success', 'sample.pdf']);
    assert.deepEqual(found.pictures, [[90, 60]]);
    assert.deepEqual(found.all, ['b.md', 'sample.pdf']);
    assert.deepEqual(found.archive, ['sample.md', 'sample.txt']);
    assert.match(found.failure, /^The PDF cannot be opened/);
    assert.match(found.unknown, /was not found/);
    for (const [headings, refs, pages, text] of [...found.hybrid, ...found.hierarchical]) {
      assert.ok(text.startsWith(headings.join('\n')), 'a chunk begins with its headings');
      assert.ok(refs.every((ref) => /^#\/(texts|tables)\/\d+$/.test(ref)) && pages[0] === 1);
    }
  }

  async function unstructured(bin: string): Promise<void> {
    const found = await python<Partitioned>(bin, 'unstructured_api.py');
    const [title, ...rest] = found.elements;
    assert.deepEqual([title!.type, title!.text], ['Title', 'Harbour survey 2026']);
    assert.ok(title!.metadata.coordinates, 'coordinates');
    assert.equal(rest[0]!.metadata.parent_id, title!.element_id);
    const table = rest.find(({ type }) => type === 'Table');
    assert.match(table?.metadata.text_as_html ?? '', /<td>Western channel<\/td>/);
    assert.match(found.csv, /^type,element_id,text,/);
    assert.ok(found.chunks.length > 3 && found.chunks.every(([, length]) => length <= 400), 'chunks');
    assert.equal(found.from, title!.text);
    assert.deepEqual(found.pages, [1, 2, 3, 4, 5, 6]);
    assert.match(found.failure, /cannot be opened/);
    assert.deepEqual(found.langchain[0], [title!.text, 'Title', 'sample.pdf']);
  }

  async function tika(bin: string): Promise<void> {
    const { file, meta, ...found } = await python<TikaRead>(bin, 'tika_client.py');
    for (const text of [file.content, found.text, found.buffer]) assert.match(text, /^Harbour survey 2026\n/);
    assert.match(found.xml, /<div class="page"><h1>Harbour survey 2026<\/h1>/);
    for (const { resourceName, 'Content-Type': type } of [file.metadata, meta])
      assert.deepEqual([resourceName, type], ['sample.pdf', 'application/pdf']);
    assert.deepEqual([found.type, found.version.split(' ')[0]], ['application/pdf', 'Scriptorium']);
  }

  return [
    [
      `the loaders of Open WebUI ${OPEN_WEBUI} for External, Docling, Tika, MinerU and marker read a document`,
      openWebUi,
      'python',
    ],
    ['docling-core validates DoclingDocuments, and LlamaIndex reads them', doclingDocuments, 'python'],
    [`the clients of docling-serve (docling ${DOCLING}) and docling-mcp convert and chunk`, doclingServe, 'python'],
    ['unstructured-client and langchain-unstructured partition', unstructured, 'python'],
    ["Python's client of Tika reads texts, metadata and types", tika, 'python'],
  ];
}

interface DoclingRead {
  readonly artifact: string;
  readonly 'docling-serve': string;
  readonly origin: string;
  readonly page: number;
  readonly table: readonly (readonly string[])[];
  readonly headings: readonly (readonly string[] | null)[];
  readonly nodes: readonly string[];
}

interface DoclingServed {
  readonly health: string;
  readonly status: string;
  readonly name: string;
  readonly markdown: string;
  readonly async: string;
  readonly 'docling-mcp': string;
  readonly pictures: readonly (readonly number[])[];
  readonly all: readonly string[];
  readonly archive: readonly string[];
  readonly failure: string;
  readonly unknown: string;
  readonly hybrid: readonly ChunkRead[];
  readonly hierarchical: readonly ChunkRead[];
}

type ChunkRead = readonly [headings: string[], refs: string[], pages: number[], text: string];

interface Partitioned {
  readonly elements: readonly {
    readonly type: string;
    readonly element_id: string;
    readonly text: string;
    readonly metadata: { readonly parent_id?: string; readonly text_as_html?: string; readonly coordinates?: object };
  }[];
  readonly csv: string;
  readonly chunks: readonly (readonly [type: string, length: number])[];
  readonly from: string;
  readonly pages: readonly number[];
  readonly failure: string;
  readonly langchain: readonly (readonly string[])[];
}

interface OpenWebUiRead {
  readonly external: string;
  readonly docling: string;
  readonly mineru: string;
  readonly marker: string;
  readonly 'tika 3': string;
  readonly 'tika 4': string;
  readonly pages: readonly (readonly [page: number, text: string])[];
}

type TikaMetadata = Readonly<Record<string, string>>;

interface TikaRead {
  readonly file: { readonly content: string; readonly metadata: TikaMetadata };
  readonly buffer: string;
  readonly xml: string;
  readonly text: string;
  readonly meta: TikaMetadata;
  readonly type: string;
  readonly version: string;
}
