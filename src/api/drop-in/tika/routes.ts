import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { readSlot } from '../../../lifecycle/uploads.ts';
import { notFound, Problem } from '../../problem.ts';
import { probeUpload } from '../../quotes/probe-upload.ts';
import { VERSION } from '../../version.ts';
import { admitCall, withErrors, type DropIn } from '../access.ts';
import { readOutcome, startEach, waitForEach } from '../convert-each.ts';
import { readContent, HANDLERS, type TikaHandler } from './content.ts';
import { metadataCsv, buildMetadata, type TikaMetadata } from './metadata.ts';
import { readHeaders, receiveDocument, withDocument } from './request.ts';

const GREETING = `This is Scriptorium ${VERSION}, which answers as Tika Server does. Please PUT\n`;

/** The addresses of Tika Server 2 to 4 that texts, metadata and media types are asked for at. */
export function mountTika(router: Router, dropIn: DropIn): void {
  router.get('/tika', (ctx) => void (ctx.body = GREETING));
  mountContent(router, dropIn);
  mountMetadata(router, dropIn);
}

/** `/tika`: the content as such, or as a field of the metadata. `/rmeta`: the same for each embedded document. */
function mountContent(router: Router, dropIn: DropIn): void {
  const answers = (path: string, present: (ctx: Context, converted: Content) => void, handler: Handler): void => {
    for (const method of ['put', 'post'] as const)
      router[method](path, async (ctx) =>
        withTikaErrors(async () => present(ctx, await convert(dropIn, ctx, handler(ctx)))),
      );
  };
  const named: Handler = (ctx) => handlerNamed(ctx.params['handler']);
  answers('/tika', presentContent, acceptedHandler);
  answers('/tika/form', presentContent, acceptedHandler);
  answers('/tika/json', presentJson('tk:content'), () => 'xml');
  answers('/tika/json/:handler', presentJson('tk:content'), named);
  // Tika 3 answers JSON here, Tika 4 the content.
  answers('/tika/:handler', presentEither, named);
  answers('/rmeta', presentList, () => 'xml');
  answers('/rmeta/form', presentList, () => 'xml');
  answers('/rmeta/form/:handler', presentList, named);
  answers('/rmeta/:handler', presentList, named);
}

/** Metadata that the format alone gives: nothing is converted or charged. */
function mountMetadata(router: Router, dropIn: DropIn): void {
  const inspect = (
    path: string,
    present: (ctx: Context, metadata: TikaMetadata) => void,
    unknown?: TikaMetadata,
  ): void => {
    for (const method of ['put', 'post'] as const)
      router[method](path, async (ctx) =>
        withTikaErrors(async () => present(ctx, await inspectDocument(dropIn, ctx, unknown))),
      );
  };
  inspect('/detect/stream', (ctx, { 'Content-Type': type }) => void (ctx.body = type), {
    'Content-Type': 'application/octet-stream',
  });
  inspect('/meta', presentMetadata);
  inspect('/meta/form', presentMetadata);
  inspect('/meta/:key', (ctx, metadata) => {
    const key = ctx.params['key']!;
    const value = metadata[key];
    if (value === undefined) throw notFound(`metadata ${key}`);
    if (ctx.accepts('text', 'json', 'csv') === 'text') ctx.body = [value].flat().join('\n');
    else presentMetadata(ctx, { [key]: value });
  });
}

type Handler = (ctx: Context) => TikaHandler;

interface Content {
  readonly content: string;
  readonly handler: TikaHandler;
  readonly metadata: TikaMetadata;
}

async function convert(dropIn: DropIn, ctx: Context, handler: TikaHandler): Promise<Content> {
  const { deps } = dropIn;
  const call = await admitCall(dropIn, ctx);
  const options = readHeaders(ctx, deps.settings.ocrLanguages);
  const document = await receiveDocument(deps, call.credential.workspace, ctx);
  const wanted = { ...options, ...(handler !== 'md' && { outputs: ['document'] as const }) };
  const [job] = await waitForEach(deps, call, await startEach(deps, call, [{ document }], wanted));
  const { manifest, fileName, problem } = await readOutcome(deps, job!);
  if (!manifest) throw problem!;
  const { source } = job!.ending;
  const metadata = source ? buildMetadata(fileName, source) : {};
  return { handler, metadata, content: await readContent(deps, { manifest, fileName }, { handler, metadata }) };
}

/** It costs nothing, as a quote. */
const INSPECTION = { id: 'inspect', rate: { perSecond: 20, burst: 200 } };

/** `unknown` is told of a document that no format is known of, in place of an error. */
async function inspectDocument(dropIn: DropIn, ctx: Context, unknown?: TikaMetadata): Promise<TikaMetadata> {
  const { deps } = dropIn;
  const { workspace } = (await admitCall(dropIn, ctx, INSPECTION)).credential;
  const use = async ({ documentId, fileName }: { documentId: string; fileName: string }): Promise<TikaMetadata> => {
    const slot = await readSlot(deps.objects, workspace, documentId);
    const info = slot && (await deps.objects.head(slot.objectKey));
    if (!info) throw notFound('document');
    const probed = await probeUpload(deps, slot, info);
    if (!probed.ok && probed.failure.code === 'unsupported_format' && unknown) return unknown;
    if (!probed.ok) throw new Problem(422, probed.failure.code, probed.failure.message);
    return buildMetadata(fileName, probed.source);
  };
  return withDocument(deps, workspace, { ctx, use });
}

function handlerNamed(name: string | undefined): TikaHandler {
  const handler = HANDLERS.find((each) => each === name);
  if (!handler) throw notFound('path');
  return handler;
}

/** Of `/tika` alone, whose content is what the client accepts. */
function acceptedHandler(ctx: Context): TikaHandler {
  const accepted = ctx.accepts('text/plain', 'text/html', 'text/xml', 'application/json', 'text/markdown');
  if (accepted === false) throw new Problem(406, 'invalid_request', 'The answer is text, HTML, XML, Markdown or JSON.');
  return (
    ({ 'text/html': 'html', 'text/xml': 'xml', 'text/markdown': 'md' } as const)[accepted as 'text/html'] ?? 'text'
  );
}

const TYPES: Readonly<Record<TikaHandler, string>> = {
  text: 'text/plain',
  body: 'text/plain',
  ignore: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  xml: 'text/xml',
};

function presentContent(ctx: Context, { content, handler, metadata }: Content): void {
  ctx.vary('Accept');
  if (ctx.accepts('text', 'html', 'xml', 'md', 'json') === 'json')
    return presentJson('X-TIKA:content')(ctx, { content, handler, metadata });
  // Content of a document must not act in a browser that has the console open.
  ctx.set('Content-Security-Policy', 'sandbox');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.type = TYPES[handler];
  ctx.body = content;
}

function presentEither(ctx: Context, converted: Content): void {
  if (ctx.accepts('json', 'text', 'html', 'xml', 'md') === 'json') presentJson('X-TIKA:content')(ctx, converted);
  else presentContent(ctx, converted);
}

const presentJson =
  (key: string) =>
  (ctx: Context, { content, metadata }: Content): void =>
    void (ctx.body = { ...metadata, [key]: content });

function presentList(ctx: Context, { content, handler, metadata }: Content): void {
  ctx.body = [{ ...metadata, ...(handler !== 'ignore' && { 'X-TIKA:content': content }) }];
}

function presentMetadata(ctx: Context, metadata: TikaMetadata): void {
  ctx.vary('Accept');
  if (ctx.accepts('json', 'csv') === 'csv') {
    ctx.type = 'text/csv';
    ctx.body = metadataCsv(metadata);
  } else ctx.body = metadata;
}

/** Tika says 415 of what it cannot read, and 422 of what is broken or encrypted. */
const withTikaErrors = (work: () => Promise<void>): Promise<void> =>
  withErrors(work, (problem) => {
    const { status, code, message, details, headers } = problem;
    return code === 'unsupported_format' && status === 422
      ? new Problem(415, code, message, { details, headers })
      : problem;
  });
