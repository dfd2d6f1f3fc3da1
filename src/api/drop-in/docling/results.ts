import { zipSync, type Zippable } from 'fflate';
import { parse } from 'node:path';
import type { WarningSummary } from '../../../resource/warnings.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readOutcome, type Converted, type EndedJob } from '../convert-each.ts';
import type { LoadedImage } from '../images.ts';
import { readDocument } from '../read-document.ts';
import { buildChunks, type DoclingChunk } from './chunks.ts';
import { readContents, type DoclingContents } from './documents.ts';
import type { Presentation } from './options.ts';

/** An answer: JSON, or an archive. */
export type DoclingAnswer = { readonly json: object } | { readonly zip: Buffer };

/** The answer of docling-serve for these documents: several of them are an archive, as is the target `zip`. */
export async function presentResult(
  deps: ApiDeps,
  jobs: readonly EndedJob[],
  presentation: Presentation,
): Promise<DoclingAnswer> {
  const converted: Converted[] = [];
  for (const job of jobs) converted.push(await readOutcome(deps, job));
  if (presentation.chunks) return presentChunks(deps, converted, presentation);
  const [only] = converted;
  if (converted.length === 1 && presentation.target === 'inbody')
    return {
      json: { ...(await presentDocument(deps, only!, presentation)), processing_time: countSeconds(converted) },
    };
  return { zip: writeZip(await writeFiles(deps, converted, presentation)) };
}

const countSeconds = (converted: readonly { readonly job: EndedJob }[]): number =>
  converted.reduce((sum, { job }) => sum + (job.ending.usage.durationMs ?? 0), 0) / 1000;

async function presentDocument(deps: ApiDeps, converted: Converted, presentation: Presentation): Promise<object> {
  const { job, fileName, manifest, problem } = converted;
  const { md, json, html, text } = manifest
    ? await readContents(deps, manifest, { presentation, fileName, fileUrl: (image) => image.fileName })
    : ({} as Partial<DoclingContents>);
  const { partial, warnings = [] } = job.ending;
  return {
    document: {
      filename: fileName,
      md_content: md ?? null,
      json_content: json ?? null,
      html_content: html ?? null,
      text_content: text ?? null,
      doctags_content: null,
    },
    status: problem ? 'failure' : partial ? 'partial_success' : 'success',
    errors: problem ? [toError(problem)] : warnings.map(presentWarning),
    timings: {},
  };
}

/** Why a document was not converted; the module is our stable code. */
const toError = ({ code, message }: Problem): object => ({
  component_type: 'document_backend',
  module_name: code,
  error_message: message,
});

const presentWarning = ({ kind, message }: WarningSummary): object => ({
  component_type: 'document_backend',
  module_name: kind,
  error_message: message,
});

async function presentChunks(
  deps: ApiDeps,
  converted: readonly Converted[],
  presentation: Presentation,
): Promise<DoclingAnswer> {
  const options = presentation.chunks!;
  const chunks: DoclingChunk[] = [];
  const documents: object[] = [];
  for (const each of converted) {
    const { manifest, fileName } = each;
    const { document: content, ...rest } = (await presentDocument(deps, each, presentation)) as { document: object };
    documents.push({ kind: 'ExportResult', content, ...rest });
    if (manifest) {
      const document = await readDocument(deps, manifest);
      chunks.push(...(await buildChunks(deps, manifest, { fileName, document, options })));
    }
  }
  const json = { chunks, documents, processing_time: countSeconds(converted) };
  if (presentation.target === 'inbody') return { json };
  const info = { chunking_info: options };
  return { zip: writeZip({ 'chunked_result.json': encodeText(JSON.stringify({ ...json, ...info })) }) };
}

/** The files of the documents that were converted; throws what became of the first if none was. */
async function writeFiles(
  deps: ApiDeps,
  converted: readonly Converted[],
  presentation: Presentation,
): Promise<Zippable> {
  const files: Zippable = {};
  const used = new Set<string>();
  for (const { manifest, fileName } of converted) {
    if (!manifest) continue;
    const stem = unusedName(parse(fileName).name || 'document', used);
    const fileUrl = (image: LoadedImage): string => `artifacts/${encodeURIComponent(stem)}-${image.fileName}`;
    const asked = { presentation, fileName, fileUrl };
    const { md, json, html, text, images } = await readContents(deps, manifest, asked);
    if (md !== undefined) files[`${stem}.md`] = encodeText(md);
    if (json !== undefined) files[`${stem}.json`] = encodeText(JSON.stringify(json));
    if (html !== undefined) files[`${stem}.html`] = encodeText(html);
    if (text !== undefined) files[`${stem}.txt`] = encodeText(text);
    for (const image of images) files[`artifacts/${stem}-${image.fileName}`] = [image.bytes, { level: 0 }];
  }
  if (Object.keys(files).length === 0) throw converted[0]!.problem!;
  return files;
}

function unusedName(name: string, used: Set<string>): string {
  let unused = name;
  for (let n = 2; used.has(unused); n++) unused = `${name}-${n}`;
  used.add(unused);
  return unused;
}

const encodeText = (text: string): Uint8Array => Buffer.from(text);
const writeZip = (files: Zippable): Buffer => Buffer.from(zipSync(files, { level: 1 }));
