import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { dropDocument, lengthOf, SHORT_BYTES, storeDocument, type Received } from '../../convert/receive.ts';
import type { Input } from '../../convert/run.ts';
import type { ApiDeps } from '../../deps.ts';
import { inTurn } from '../../middleware/in-turn.ts';
import { readJson } from '../../middleware/json-body.ts';
import type { Call } from '../../operation.ts';
import type { DropIn } from '../access.ts';
import { MOST_FILES } from '../convert-each.ts';
import { receiveFiles } from '../receive-files.ts';
import { readChunkOptions, type ChunkerName } from './chunk-options.ts';
import { toList, readFlag, readText, refused, type Given } from '../given.ts';
import { readDoclingOptions, readTarget, type DoclingRequest } from './options.ts';

/** A file in a JSON body is held in memory, several times while it is decoded. */
const JSON_BYTES = 48 * 1024 * 1024;
const holding = inTurn(1, 3);

/** The documents of a request and the options for them. */
export interface Asked extends DoclingRequest {
  readonly inputs: readonly Input[];
}

/** A form has the options beside each other, those of two kinds with a prefix; JSON has an object for each kind. */
interface Options {
  readonly convert: Given;
  readonly chunking: Given;
  readonly withDocument: boolean;
  readonly target: unknown;
}

function readAsked({ deps }: DropIn, { convert, chunking, withDocument, target }: Options, chunker?: ChunkerName) {
  return readDoclingOptions(convert, {
    installed: deps.settings.ocrLanguages,
    target: readTarget(target),
    ...(chunker && { chunks: readChunkOptions(chunker, chunking, withDocument) }),
  });
}

export async function readForm(dropIn: DropIn, call: Call, ctx: Context, chunker?: ChunkerName): Promise<Asked> {
  const read = (fields: Given): DoclingRequest => readAsked(dropIn, optionsOfForm(fields, chunker), chunker);
  const form = { ctx, fileFields: ['files'], read };
  const { inputs, request } = await receiveFiles(dropIn.deps, call.credential.workspace, form);
  return { ...request, inputs };
}

function optionsOfForm(given: Given, chunker: ChunkerName | undefined): Options {
  refuseCallbacks(given);
  return {
    convert: chunker ? unprefixed(given, 'convert_') : given,
    chunking: unprefixed(given, 'chunking_'),
    withDocument: readFlag(given, 'include_converted_doc') ?? false,
    target: readText(given, 'target_type'),
  };
}

const unprefixed = (given: Given, prefix: string): Given =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    ),
  );

interface Body {
  readonly options?: Given;
  readonly convert_options?: Given;
  readonly chunking_options?: Given;
  readonly include_converted_doc?: unknown;
  readonly callbacks?: unknown;
  readonly sources?: readonly Given[];
  readonly target?: { readonly kind?: unknown };
}

export async function readSources(dropIn: DropIn, call: Call, ctx: Context, chunker?: ChunkerName): Promise<Asked> {
  const read = (): Promise<Asked> => readBody(dropIn, call, ctx, chunker);
  return lengthOf(ctx) <= SHORT_BYTES ? read() : holding(call.credential.workspace, read);
}

async function readBody(dropIn: DropIn, call: Call, ctx: Context, chunker?: ChunkerName): Promise<Asked> {
  const body = ((await readJson(ctx, JSON_BYTES)) ?? {}) as Body;
  const given = body as Given;
  refuseCallbacks(given);
  const options = {
    convert: (chunker ? body.convert_options : body.options) ?? {},
    chunking: body.chunking_options ?? {},
    withDocument: readFlag(given, 'include_converted_doc') ?? false,
    target: body.target?.kind,
  };
  const request = readAsked(dropIn, options, chunker);
  const sources = Array.isArray(body.sources) ? body.sources.map(readSource) : [];
  if (sources.length === 0 || sources.length > MOST_FILES)
    throw refused(`sources must have 1 to ${MOST_FILES} elements.`);
  return { ...request, inputs: await storeAll(dropIn.deps, call.credential.workspace, sources) };
}

function refuseCallbacks(given: Given): void {
  if (toList(given['callbacks']).length > 0)
    throw refused('callbacks are not supported. Poll the task, or use a webhook of POST /convert.');
}

type Source = { readonly url: string } | { readonly fileName: string; readonly bytes: Buffer };

function readSource(source: Given): Source {
  const { kind, url, headers, base64_string: text, filename } = source;
  if (kind === 'http' && typeof url === 'string' && /^https?:\/\//i.test(url)) {
    if (Object.keys(headers ?? {}).length > 0) throw refused('headers of a source are not supported.');
    return { url };
  }
  if (kind !== 'file' || typeof text !== 'string' || typeof filename !== 'string')
    throw refused('sources must be of kind http with url, or file with base64_string and filename.');
  return { fileName: filename, bytes: Buffer.from(text, 'base64') };
}

async function storeAll(deps: ApiDeps, workspace: string, sources: readonly Source[]): Promise<Input[]> {
  const stored: Received[] = [];
  try {
    const inputs: Input[] = [];
    for (const source of sources) {
      if ('url' in source) {
        inputs.push(source);
        continue;
      }
      const { fileName, bytes } = source;
      const content = { stream: Readable.from([bytes]), length: bytes.length };
      const facts = { fileName, fileType: 'application/octet-stream' };
      const document = await storeDocument(deps, workspace, content, facts);
      stored.push(document);
      inputs.push({ document });
    }
    return inputs;
  } catch (error) {
    await dropAll(deps, workspace, stored);
    throw error;
  }
}

async function dropAll(deps: ApiDeps, workspace: string, documents: readonly Received[]): Promise<void> {
  for (const document of documents) await dropDocument(deps, workspace, document);
}
