import type { Router } from '@koa/router';
import { zipSync, type Zippable } from 'fflate';
import { parse } from 'node:path';
import { readMarkdown } from '../../convert/run.ts';
import type { ApiDeps } from '../../deps.ts';
import { inTurn } from '../../middleware/in-turn.ts';
import { VERSION } from '../../version.ts';
import { admitCall, withDetail, type DropIn } from '../access.ts';
import { readOutcome, startEach, waitForEach, type Converted } from '../convert-each.ts';
import type { Given } from '../given.ts';
import { dataUrl, loadImages, relinkImages, type LoadedImage } from '../images.ts';
import { readDocument } from '../read-document.ts';
import { receiveFiles } from '../receive-files.ts';
import { contentList } from './content-list.ts';
import { readMineruOptions, type MineruRequest } from './options.ts';

/** An answer is held in memory with its images. */
const presenting = inTurn(2, 6);

/** `POST /file_parse` of MinerU 2 and 3: the API of a MinerU that people run themselves. */
export function mountMineru(router: Router, dropIn: DropIn): void {
  const { deps } = dropIn;
  router.post('/file_parse', async (ctx) =>
    withDetail(async () => {
      const call = await admitCall(dropIn, ctx);
      const { workspace } = call.credential;
      const read = (fields: Given): MineruRequest => readMineruOptions(fields, deps.settings.ocrLanguages);
      const { inputs, request } = await receiveFiles(deps, workspace, { ctx, fileFields: ['files'], read });
      const ended = await waitForEach(deps, call, await startEach(deps, call, inputs, request.options));
      await presenting(workspace, async () => {
        const results = new Map<string, MineruResult>();
        for (const job of ended) {
          const converted = await readOutcome(deps, job);
          const { name } = parse(converted.fileName);
          const key = results.has(name) ? `${name}_${results.size}` : name;
          results.set(key, await buildResult(deps, converted, request));
        }
        if (request.asArchive) {
          ctx.type = 'application/zip';
          ctx.attachment('results.zip');
          ctx.body = buildArchive(results);
        } else ctx.body = { backend: 'scriptorium', version: VERSION, results: presentResults(results) };
      });
    }),
  );
}

interface MineruResult {
  readonly md_content?: string;
  readonly content_list?: string;
  readonly images?: readonly LoadedImage[];
}

async function buildResult(
  deps: ApiDeps,
  { manifest, problem }: Converted,
  { markdown, list, images }: MineruRequest,
): Promise<MineruResult> {
  if (!manifest) throw problem!;
  const loaded = images ? [...(await loadImages(deps, manifest)).values()] : [];
  const text = markdown ? (await readMarkdown(deps, manifest)).toString('utf8') : '';
  return {
    ...(markdown && { md_content: relinkImages(text, loaded, ({ fileName }) => `images/${fileName}`) }),
    ...(list && { content_list: JSON.stringify(contentList(await readDocument(deps, manifest))) }),
    ...(images && { images: loaded }),
  };
}

const presentResults = (results: ReadonlyMap<string, MineruResult>): object =>
  Object.fromEntries(
    [...results].map(([name, { images, ...texts }]) => [
      name,
      {
        ...texts,
        ...(images && { images: Object.fromEntries(images.map((image) => [image.fileName, dataUrl(image)])) }),
      },
    ]),
  );

/** As MinerU names the files of a document, in a folder of its own. */
function buildArchive(results: ReadonlyMap<string, MineruResult>): Buffer {
  const files: Zippable = {};
  for (const [name, { md_content: markdown, content_list: list, images = [] }] of results) {
    if (markdown !== undefined) files[`${name}/${name}.md`] = Buffer.from(markdown);
    if (list !== undefined) files[`${name}/${name}_content_list.json`] = Buffer.from(list);
    for (const { fileName, bytes } of images) files[`${name}/images/${fileName}`] = [bytes, { level: 0 }];
  }
  return Buffer.from(zipSync(files, { level: 1 }));
}
