import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { LEVEL, loadCore } from './core.ts';
import type { Core, ResultIterator, TessApi } from './core.ts';
import type { EngineAnswer, EngineStart, EngineTask, OcrLine, OcrWord } from './engine.ts';

/**
 * The thread that one Tesseract lives in: reads one picture after another. Whatever goes wrong here ends the thread,
 * and `Engine` reports it.
 */
const port = parentPort;
if (port) {
  const { core, api } = await start(workerData as EngineStart);
  port.on('message', (task: EngineTask) => {
    port.postMessage(recognize(core, api, task));
  });
}

async function start(options: EngineStart): Promise<{ core: Core; api: TessApi }> {
  const core = await loadCore();
  for (const { code, path } of options.languages) {
    const data = readFileSync(path);
    core.FS.writeFile(`${code}.traineddata`, data[0] === 0x1f && data[1] === 0x8b ? gunzipSync(data) : data);
  }
  const api = new core.TessBaseAPI();
  const languages = options.languages.map((language) => language.code).join('+');
  if (api.Init(null, languages, 1) !== 0) throw new Error(`Tesseract cannot use the language data of ${languages}`);
  return { core, api };
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
