import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { lengthOf, receiveForm, SHORT_BYTES, storeDocument } from '../convert/receive.ts';
import { inTurn } from '../middleware/in-turn.ts';
import {
  artifactOf,
  markdownOf,
  resultOf,
  startConversion,
  waitForEnd,
  waitOrCancel,
  type Input,
} from '../convert/run.ts';
import type { ApiDeps } from '../deps.ts';
import { findJob, type KnownJob } from '../jobs/find.ts';
import { documentNameOf } from '../jobs/named.ts';
import { stateOf } from '../jobs/present.ts';
import { readJson } from '../middleware/json-body.ts';
import { ID } from '../mount.ts';
import type { Call } from '../operation.ts';
import type { Manifest } from '../../records/types.ts';
import { invalidRequest, notFound } from '../problem.ts';
import { embedImages } from './embed-images.ts';
import { admitCall, notYet, withDetail, type DropIn } from './access.ts';
import { readDoclingOptions, type DoclingFormat, type DoclingRequest } from './docling-options.ts';

/** A file in a JSON body is held in memory, several times while it is decoded. */
const JSON_BYTES = 48 * 1024 * 1024;
const holding = inTurn(1, 3);
const MOST_WAIT = 60;

interface Asked {
  readonly call: Call;
  readonly input: Input;
  readonly request: DoclingRequest;
}

/** The convert endpoints of docling-serve, as far as Markdown and text go: file and source, at once and by polling. */
export function mountDocling(router: Router, dropIn: DropIn): void {
  const { deps } = dropIn;
  const ask: Readonly<Record<'file' | 'source', (ctx: Context) => Promise<Asked>>> = {
    file: (ctx) => askOfForm(dropIn, ctx),
    source: (ctx) => askOfJson(dropIn, ctx),
  };
  for (const kind of ['file', 'source'] as const) {
    router.post(`/v1/convert/${kind}`, async (ctx) =>
      withDetail(async () => {
        const { call, input, request } = await ask[kind](ctx);
        const started = await startConversion(deps, call, input, request.options);
        const { wait } = request.options;
        const known = await waitOrCancel(deps, call, started, wait);
        if (known.stage !== 'ended') throw notYet(known.base.jobId, wait);
        ctx.body = await presentResult(deps, known, request.formats);
      }),
    );
    router.post(`/v1/convert/${kind}/async`, async (ctx) =>
      withDetail(async () => {
        const { call, input, request } = await ask[kind](ctx);
        ctx.body = presentTask(await startConversion(deps, call, input, request.options));
      }),
    );
  }
  router.get('/v1/status/poll/:jobId', async (ctx) =>
    withDetail(async () => {
      const call = await admitCall(dropIn, ctx);
      const seconds = Math.min(MOST_WAIT, Math.max(0, Number(ctx.query['wait'] ?? 0) || 0));
      const known = await taskOf(deps, call, ctx.params['jobId']!);
      ctx.body = presentTask(await waitForEnd(deps, known, { seconds, gone: call.gone }));
    }),
  );
  router.get('/v1/result/:jobId', async (ctx) =>
    withDetail(async () => {
      const call = await admitCall(dropIn, ctx);
      const known = await taskOf(deps, call, ctx.params['jobId']!);
      if (known.stage !== 'ended') throw notFound('result of this task');
      ctx.body = await presentResult(deps, known, ['md', 'text', 'json']);
    }),
  );
  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
}

async function taskOf(deps: ApiDeps, call: Call, jobId: string): Promise<KnownJob> {
  const known = ID.test(jobId) ? await findJob(deps, call.credential.workspace, jobId) : undefined;
  if (!known) throw notFound('task');
  return known;
}

async function askOfForm(dropIn: DropIn, ctx: Context): Promise<Asked> {
  const call = await admitCall(dropIn, ctx);
  if (!ctx.is('multipart/form-data')) throw invalidRequest('The request must be a multipart form with files.');
  const { document, fields } = await receiveForm(dropIn.deps, call.credential.workspace, ctx, ['files']);
  const request = readDoclingOptions(Object.fromEntries(fields), dropIn.deps.settings.ocrLanguages);
  if (!document) throw invalidRequest('files is required.');
  return { call, input: { document }, request };
}

interface DoclingBody {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly sources?: readonly Readonly<Record<string, unknown>>[];
  readonly target?: { readonly kind?: unknown };
}

async function askOfJson(dropIn: DropIn, ctx: Context): Promise<Asked> {
  const call = await admitCall(dropIn, ctx);
  const read = (): Promise<Asked> => readAsked(dropIn, call, ctx);
  return lengthOf(ctx) <= SHORT_BYTES ? read() : holding(call.credential.workspace, read);
}

async function readAsked(dropIn: DropIn, call: Call, ctx: Context): Promise<Asked> {
  const body = ((await readJson(ctx, JSON_BYTES)) ?? {}) as DoclingBody;
  const request = readDoclingOptions(body.options ?? {}, dropIn.deps.settings.ocrLanguages);
  if ((body.target?.kind ?? 'inbody') !== 'inbody') throw invalidRequest('target.kind must be inbody.');
  const [source, ...more] = Array.isArray(body.sources) ? body.sources : [];
  if (!source || more.length > 0) throw invalidRequest('sources must have one element.');
  return { call, input: await inputOf(dropIn.deps, call, source), request };
}

async function inputOf(deps: ApiDeps, call: Call, source: Readonly<Record<string, unknown>>): Promise<Input> {
  const { kind, url, base64_string: text, filename } = source;
  if (kind === 'http' && typeof url === 'string' && /^https?:\/\//i.test(url)) return { url };
  if (kind !== 'file' || typeof text !== 'string' || typeof filename !== 'string')
    throw invalidRequest('sources must have a source of kind http with url, or file with base64_string and filename.');
  const facts = { fileName: filename, fileType: 'application/octet-stream' };
  const bytes = Buffer.from(text, 'base64');
  const content = { stream: Readable.from([bytes]), length: bytes.length };
  return { document: await storeDocument(deps, call.credential.workspace, content, facts) };
}

/** The DoclingDocument, if the job has made one. */
async function doclingOf(deps: ApiDeps, manifest: Manifest): Promise<unknown> {
  if (!manifest.artifacts.some(({ kind }) => kind === 'docling')) return null;
  return JSON.parse((await artifactOf(deps, manifest, 'docling')).body.toString('utf8')) as unknown;
}

/** A task of docling-serve is a job. */
function presentTask(known: KnownJob): object {
  const state = stateOf(known);
  const ended = { succeeded: 'success', failed: 'failure', canceled: 'failure', expired: 'failure' } as const;
  return {
    task_id: known.base.jobId,
    task_type: 'convert',
    task_status: state in ended ? ended[state as keyof typeof ended] : state === 'running' ? 'started' : 'pending',
    task_position: null,
    task_meta: null,
    error_message: known.stage === 'ended' ? (known.ending.failure?.message ?? null) : null,
  };
}

async function presentResult(
  deps: ApiDeps,
  known: Extract<KnownJob, { stage: 'ended' }>,
  formats: readonly DoclingFormat[],
): Promise<object> {
  const manifest = await resultOf(deps, known);
  const markdown = await embedImages(deps, manifest, (await markdownOf(deps, manifest)).toString('utf8'));
  const { usage, warnings = [], partial } = known.ending;
  return {
    document: {
      filename: await documentNameOf(deps, known),
      md_content: formats.includes('md') ? markdown : null,
      text_content: formats.includes('text') ? markdown : null,
      json_content: formats.includes('json') ? await doclingOf(deps, manifest) : null,
      html_content: null,
      doctags_content: null,
    },
    status: partial ? 'partial_success' : 'success',
    errors: warnings.map(({ kind, message }) => ({
      component_type: 'document_backend',
      module_name: kind,
      error_message: message,
    })),
    processing_time: (usage.durationMs ?? 0) / 1000,
    timings: {},
  };
}
