import type { Router, RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type { ApiDeps } from '../deps.ts';
import { presentArtifact } from '../artifacts/present.ts';
import type { KnownJob } from '../jobs/find.ts';
import { presentJob, presentWarnings } from '../jobs/present.ts';
import { clientGone } from '../middleware/client-gone.ts';
import { authenticate, requireScope } from '../middleware/authenticate.ts';
import type { Limits } from '../middleware/rate-limit.ts';
import { readKeyHeader } from '../mount.ts';
import type { Call } from '../operation.ts';
import { ownPath } from '../own-path.ts';
import { invalidRequest } from '../problem.ts';
import { readOptions, readPassword, type ConvertOptions } from './options.ts';
import { readPrefer } from './prefer.ts';
import { dropDocument, receiveForm, receiveRaw, renameDocument, type Received } from './receive.ts';
import {
  readArtifact,
  cancelIfLeft,
  readMarkdown,
  requireResult,
  startConversion,
  waitOrCancel,
  type Input,
} from './run.ts';
import { MOST_WAIT } from './schema.ts';
import { warningsHeader } from './warnings-header.ts';

const FORM = { fileFields: ['file'] };
const NO_FILE = 'file is text, but must be a file. With curl, write @ before its name: curl -F file=@report.pdf.';
const NO_DOCUMENT =
  'The request has no document. Send a file, as in curl -F file=@report.pdf, or set url or documentId.';

/**
 * `POST /convert`: a document in, its Markdown out, in one call. It makes an ordinary job, and with `Prefer:
 * respond-async` the answer is this job.
 */
export function mountConvert(router: Router, deps: ApiDeps, limit: Limits): void {
  const handle = async (ctx: RouterContext): Promise<void> => {
    const credential = await authenticate(deps.keyring, ctx);
    requireScope(credential, 'documents:write');
    requireScope(credential, 'documents:read');
    limit(credential, { id: 'convert', rate: { perSecond: 100, burst: 1000 } });
    const call = toCall(ctx, credential);
    const { input, options } = await readRequest(deps, ctx, credential.workspace);
    const started = await startConversion(deps, call, input, options);
    const { respondAsync, wait } = readPrefer(ctx.get('Prefer'));
    const seconds = Math.min(MOST_WAIT, wait ?? (respondAsync ? 0 : options.wait));
    const atOnce = respondAsync && seconds === 0;
    const known = await (atOnce ? cancelIfLeft(deps, call, started) : waitOrCancel(deps, call, started, seconds));
    const { jobId } = known.base;
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Job-Id', jobId);
    ctx.vary('Prefer');
    if (atOnce || known.stage !== 'ended') {
      ctx.status = 202;
      ctx.set('Location', `/api/v1/jobs/${jobId}`);
      if (respondAsync) ctx.set('Preference-Applied', 'respond-async');
      ctx.body = presentJob(known);
      return;
    }
    await presentResult(deps, ctx, { known, output: options.output });
  };
  router.post('convert', ownPath('/convert'), handle);
  router.post('/convert', handle);
}

/** The artifact that was asked for, or JSON of all that there is of a job. */
async function presentResult(
  deps: ApiDeps,
  ctx: Context,
  {
    known,
    output: asked,
  }: { readonly known: Extract<KnownJob, { stage: 'ended' }>; readonly output: ConvertOptions['output'] },
): Promise<void> {
  const manifest = await requireResult(deps, known);
  if (known.ending.nextStartPage !== undefined) ctx.set('X-Next-Start-Page', String(known.ending.nextStartPage));
  const warnings = warningsHeader(known.ending.warnings);
  if (warnings !== undefined) ctx.set('X-Warnings', warnings);
  const output = asked ?? (prefersJson(ctx) ? 'json' : 'markdown');
  if (output === 'json') {
    ctx.body = {
      job: presentJob(known),
      markdown: (await readMarkdown(deps, manifest)).toString('utf8'),
      artifacts: await Promise.all(manifest.artifacts.map((entry) => presentArtifact(deps, manifest, entry))),
      warnings: presentWarnings(known.ending.warnings),
    };
  } else {
    const { body, contentType } = await readArtifact(deps, manifest, output);
    ctx.set('Content-Type', contentType);
    ctx.body = body;
  }
}

/** The inputs of the interface's operations for a request without a JSON body. */
export function toCall(ctx: Context, credential: Call['credential']): Call {
  const idempotencyKey = readKeyHeader(ctx);
  return {
    credential,
    params: {},
    query: {},
    options: undefined,
    body: undefined,
    gone: clientGone(ctx.res),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

const prefersJson = (ctx: Context): boolean => ctx.accepts('text/markdown', 'application/json') === 'application/json';

interface ConvertRequest {
  readonly input: Input;
  readonly options: ConvertOptions;
}

async function readRequest(deps: ApiDeps, ctx: Context, workspace: string): Promise<ConvertRequest> {
  const query = Object.entries(ctx.query);
  if ('password' in ctx.query)
    throw invalidRequest('password must be a field of a form. URLs are written to logs: choose another password.');
  const inQuery = readOptions(query);
  if (ctx.is('multipart/form-data')) {
    const {
      documents: [document],
      fields,
    } = await receiveForm(deps, workspace, ctx, FORM);
    const { password, ...named } = Object.fromEntries(fields);
    return withDocument(deps, workspace, document, () => {
      if ('file' in named) throw invalidRequest(NO_FILE);
      return { ...readOptions([...query, ...Object.entries(named)]), ...readPassword(password) };
    });
  }
  const named = namedInput(inQuery);
  if (named && !ctx.request.length && ctx.get('Transfer-Encoding') === '') return { input: named, options: inQuery };
  // `curl --data-binary @file` sends the first with any file, and a form of a browser has the second.
  if (ctx.is('application/x-www-form-urlencoded'))
    throw invalidRequest(
      'The request body is declared as application/x-www-form-urlencoded. Send the file as a form (curl -F file=@report.pdf), or set the Content-Type of the file.',
    );
  const document = await receiveRaw(deps, workspace, ctx, {
    fileName: inQuery.fileName || 'document',
    fileType: ctx.get('Content-Type') || 'application/octet-stream',
  });
  return withDocument(deps, workspace, document, () => {
    if (document.bytes === 0) throw invalidRequest(NO_DOCUMENT);
    return inQuery;
  });
}

/** The document that the options name, where the request brings none. */
function namedInput({ url, documentId, fileName }: ConvertOptions): Input | undefined {
  if (documentId === undefined) return url === undefined ? undefined : { url };
  if (url !== undefined) throw invalidRequest('Send either url or documentId, not both.');
  if (fileName !== undefined) throw invalidRequest('fileName cannot be set for a documentId: its upload has a name.');
  return { documentId };
}

/** A document that is not converted after all is not kept. */
async function withDocument(
  deps: ApiDeps,
  workspace: string,
  document: Received | undefined,
  read: () => ConvertOptions,
): Promise<ConvertRequest> {
  try {
    const options = read();
    if (document) {
      for (const name of ['url', 'documentId'] as const)
        if (options[name] !== undefined) throw invalidRequest(`Send either a file or ${name}, not both.`);
      const named = options.fileName && options.fileName !== document.fileName;
      return {
        input: { document: named ? await renameDocument(deps, workspace, document, options.fileName) : document },
        options,
      };
    }
    const input = namedInput(options);
    if (!input) throw invalidRequest(NO_DOCUMENT);
    return { input, options };
  } catch (error) {
    if (document) await dropDocument(deps, workspace, document);
    throw error;
  }
}
