import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { LEVEL, loadCore } from './core.ts';
import type { Core, ResultIterator, TessApi } from './core.ts';
import type { CompiledTask, EngineAnswer, EngineStart, EngineTask, LanguageData, OcrLine, OcrWord } from './engine.ts';

/**
 * The thread that one Tesseract lives in: reads one picture after another. Whatever goes wrong here ends the thread,
 * and `Engine` reports it.
 */
const port = parentPort;
/** Languages that are in memory at the same time, at most: each takes 10 to 40 MiB. */
const LOADED = 8;
if (port) {
  const { languages, compiledCore } = workerData as EngineStart;
  const { core, compiled } = await loadCore(compiledCore);
  const apis = new Map<string, TessApi>();
  port.on('message', (task: EngineTask | CompiledTask) => {
    if (!('image' in task)) return port.postMessage(compiled());
    const { language } = task;
    const api = apis.get(language) ?? load(core, languages, language);
    // The last one used is the last to go.
    apis.delete(language);
    apis.set(language, api);
    const [oldest] = apis.keys();
    if (apis.size > LOADED && oldest !== undefined) {
      apis.get(oldest)?.End();
      apis.delete(oldest);
    }
    port.postMessage(recognize(core, api, task));
  });
}

function load(core: Core, languages: readonly LanguageData[], language: string): TessApi {
  const path = languages.find(({ code }) => code === language)?.path;
  if (path === undefined) throw new Error(`There is no language data of ${language}`);
  const data = readFileSync(path);
  const file = `${language}.traineddata`;
  core.FS.writeFile(file, data[0] === 0x1f && data[1] === 0x8b ? gunzipSync(data) : data);
  const api = new core.TessBaseAPI();
  if (api.Init(null, language, 1) !== 0) throw new Error(`Tesseract cannot use the language data of ${language}`);
  core.FS.unlink(file);
  return api;
}

function recognize(core: Core, api: TessApi, task: EngineTask): EngineAnswer {
  core.FS.writeFile('/input', task.image);
  for (const [name, value] of Object.entries(task.variables)) api.SetVariable(name, value);
  if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract cannot read the image');
  api.Recognize(null);
  const lines = readLines(api.GetIterator());
  const answer = { lines, confidence: api.MeanTextConf() };
  api.Clear();
  core.FS.unlink('/input');
  return answer;
}

function readLines(iterator: ResultIterator): OcrLine[] {
  const lines: (OcrLine & { words: OcrWord[] })[] = [];
  if (iterator.Empty(LEVEL.word)) return lines;
  let block = -1;
  do {
    if (iterator.IsAtBeginningOf(LEVEL.block)) block++;
    if (iterator.Empty(LEVEL.word)) continue;
    if (iterator.IsAtBeginningOf(LEVEL.line) || lines.length === 0) {
      const { x0, y0, x1, y1, has_baseline } = iterator.getBaseline(LEVEL.line);
      const { row_height, descenders, ascenders } = iterator.getRowAttributes();
      lines.push({
        block,
        ...(has_baseline ? { baseline: [x0, y0, x1, y1] as const } : {}),
        rowHeight: row_height,
        ascenders,
        descenders,
        words: [],
      });
    }
    const text = iterator.GetUTF8Text(LEVEL.word).trim();
    if (text === '') continue;
    const { x0, y0, x1, y1 } = iterator.getBoundingBox(LEVEL.word);
    lines.at(-1)?.words.push({ text, confidence: iterator.Confidence(LEVEL.word), x0, y0, x1, y1 });
  } while (iterator.Next(LEVEL.word));
  return lines.filter((line) => line.words.length > 0);
}
