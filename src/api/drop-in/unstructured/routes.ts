import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { readArtifact } from '../../convert/run.ts';
import type { ApiDeps } from '../../deps.ts';
import { inTurn } from '../../middleware/in-turn.ts';
import { notFound, Problem } from '../../problem.ts';
import { admitCall, withDetail, type DropIn } from '../access.ts';
import { readOutcome, startEach, waitForEach, type EndedJob } from '../convert-each.ts';
import type { Given } from '../given.ts';
import { loadImages } from '../images.ts';
import { receiveFiles } from '../receive-files.ts';
import { readDocument } from '../read-document.ts';
import { chunkElements } from './chunks.ts';
import { writeCsv } from './csv.ts';
import { buildElements, type Element } from './elements.ts';
import { readUnstructuredOptions, type UnstructuredRequest } from './options.ts';

/** An answer is held in memory with its images. */
const presenting = inTurn(2, 6);
const FILE_FIELDS = ['files', 'files[]', 'file'];
const ANSWERS = ['application/json', 'text/csv', 'application/x-ndjson'];

/** `POST /general/v0/general` of Unstructured's API: files in, their elements out. */
export function mountUnstructured(router: Router, dropIn: DropIn): void {
  const { deps } = dropIn;
  router.post('/general/:version/general', async (ctx) =>
    withDetail(async () => {
      if (!/^v?\d+(\.\d+){0,2}$/.test(ctx.params['version']!)) throw notFound('path');
      const call = await admitCall(dropIn, ctx);
      if (ctx.accepts(ANSWERS) === false)
        throw new Problem(406, 'invalid_request', `The answer can be ${ANSWERS.join(', ')}. Set the header Accept.`);
      const { workspace } = call.credential;
      const read = (fields: Given): UnstructuredRequest => readUnstructuredOptions(fields, deps.settings.ocrLanguages);
      const { inputs, request } = await receiveFiles(deps, workspace, { ctx, fileFields: FILE_FIELDS, read });
      const ended = await waitForEach(deps, call, await startEach(deps, call, inputs, request.options));
      await presenting(workspace, async () => answer(ctx, request, await elementsOfEach(deps, ended, request)));
    }),
  );
  // The official client asks for this page in place of a request that it has split.
  router.get('/general/docs', (ctx) => void (ctx.body = 'POST /general/v0/general is described in drop-in.md.'));
  router.get('/healthcheck', (ctx) => void (ctx.body = { healthcheck: 'HEALTHCHECK STATUS: EVERYTHING OK!' }));
}

async function elementsOfEach(
  deps: ApiDeps,
  jobs: readonly EndedJob[],
  request: UnstructuredRequest,
): Promise<Element[][]> {
  const all: Element[][] = [];
  for (const job of jobs) {
    const { fileName, manifest, problem } = await readOutcome(deps, job);
    if (!manifest) throw problem!;
    const document = await readDocument(deps, manifest);
    const images = request.withImages ? await loadImages(deps, manifest) : new Map<string, never>();
    const settings = { ...request, fileName, images };
    const placed = buildElements(document, settings);
    if (request.asChunks) {
      const lines = (await readArtifact(deps, manifest, 'chunks')).body.toString('utf8');
      all.push(chunkElements(lines, placed, { document, settings }));
    } else all.push(placed.map(({ element }) => element));
  }
  return all;
}

/** The elements of a file, or a list for each file; rows and lines are those of all files. */
function answer(ctx: Context, { format }: UnstructuredRequest, elements: readonly Element[][]): void {
  if (format === 'text/csv') {
    ctx.type = format;
    ctx.body = writeCsv(elements.flat());
  } else if (/application\/x-ndjson/i.test(ctx.get('Accept'))) {
    ctx.type = 'application/x-ndjson';
    ctx.body = elements
      .flat()
      .map((element) => `${JSON.stringify(element)}\n`)
      .join('');
  } else ctx.body = elements.length === 1 ? elements[0] : elements;
}
