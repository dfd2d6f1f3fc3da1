import type { Router } from '@koa/router';
import type { ConversionOptions } from '../../../resource/options.ts';
import { readMarkdown } from '../../convert/run.ts';
import type { ApiDeps } from '../../deps.ts';
import { inTurn } from '../../middleware/in-turn.ts';
import { admitCall, withDetail, type DropIn } from '../access.ts';
import { readOutcome, startEach, waitForEach, type Converted } from '../convert-each.ts';
import { readChoice, readFlag, readText, refused, type Given } from '../given.ts';
import { loadImages, type LoadedImage } from '../images.ts';
import { breakPages, readDocument } from '../read-document.ts';
import { receiveFiles } from '../receive-files.ts';
import { writeHtml } from '../write-html.ts';

/** An answer is held in memory with its images. */
const presenting = inTurn(2, 6);

interface MarkerRequest {
  readonly options: ConversionOptions;
  readonly format: 'markdown' | 'html';
  readonly paginate: boolean;
}

/** `POST /marker/upload`: the server of a marker that people run themselves. */
export function mountMarker(router: Router, dropIn: DropIn): void {
  const { deps } = dropIn;
  router.post('/marker/upload', async (ctx) =>
    withDetail(async () => {
      const call = await admitCall(dropIn, ctx);
      const { workspace } = call.credential;
      const form = { ctx, fileFields: ['file'], read: readRequest, single: true };
      const { inputs, request } = await receiveFiles(deps, workspace, form);
      const [job] = await waitForEach(deps, call, await startEach(deps, call, inputs, request.options));
      await presenting(workspace, async () => {
        ctx.body = await buildResult(deps, await readOutcome(deps, job!), request);
      });
    }),
  );
}

function readRequest(given: Given): MarkerRequest {
  const format = readChoice(given, 'output_format', ['markdown', 'html']) ?? 'markdown';
  // The first is of marker's own server, the second of Datalab's.
  const paginate = readFlag(given, 'paginate_output') ?? readFlag(given, 'paginate') ?? false;
  const withImages = readFlag(given, 'disable_image_extraction') !== true;
  return {
    format,
    paginate,
    options: {
      ...(readFlag(given, 'force_ocr') && { ocr: 'force' }),
      ...(withImages && { includeImages: true }),
      ...(paginate || format === 'html' ? { outputs: ['document'] } : {}),
      ...readRange(given),
    },
  };
}

/** Pages are counted from 0. */
function readRange(given: Given): Pick<ConversionOptions, 'startPage' | 'endPage'> {
  const text = readText(given, 'page_range') ?? '';
  if (text === '') return {};
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (first === undefined || Number(last) < Number(first)) throw refused('page_range must be one range, such as 0-4.');
  return { startPage: Number(first) + 1, endPage: Number(last) + 1 };
}

/** marker says in its answer whether it could convert a document. */
async function buildResult(
  deps: ApiDeps,
  { job, manifest, fileName, problem }: Converted,
  { format, paginate }: MarkerRequest,
): Promise<object> {
  if (!manifest) return { success: false, error: problem!.message, code: problem!.code };
  const images = await loadImages(deps, manifest);
  const encoded = [...images.values()].map((image: LoadedImage) => [image.fileName, image.bytes.toString('base64')]);
  return {
    success: true,
    format,
    output_format: format,
    output: await writeOutput(),
    images: Object.fromEntries(encoded) as object,
    metadata: {},
    page_count: job.ending.source?.pages ?? 0,
  };

  async function writeOutput(): Promise<string> {
    const markdown = await readMarkdown(deps, manifest!);
    if (!paginate && format === 'markdown') return markdown.toString('utf8');
    const { blocks } = await readDocument(deps, manifest!);
    if (format === 'html')
      return writeHtml(blocks, { title: fileName, imageUrl: (name) => (images.has(name) ? name : undefined) });
    const rule = (page: number): string => `{${page - 1}}${'-'.repeat(48)}`;
    return `\n\n${rule(blocks[0]?.page ?? 1)}\n\n${breakPages(markdown, blocks, rule)}`;
  }
}
