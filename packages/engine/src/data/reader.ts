import { extname } from 'node:path';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { Flow } from '../flow/flow.ts';
import type { FormatReader } from '../format-reader.ts';
import type { SourceFile } from '../source.ts';
import { detectEncoding, readSample, readText } from '../text/decode.ts';
import { splitLines } from '../text/split-lines.ts';
import { languageOf } from './languages.ts';
import { readRecords } from './records.ts';
import { addSubtitles } from './subtitles.ts';
import { addRecords } from './table.ts';

/** Characters of one block of code at most: a longer text becomes several, so that it is never held as a whole. */
const BLOCK = 1_000_000;

/**
 * Reads XML, JSON, YAML and any other text as blocks of code; JSON and YAML that are a list of flat records as a table,
 * and subtitles as what they say.
 */
export const reader: FormatReader = createFlowReader(async (file, flow, format) => {
  const encoding = await detectEncoding(file, format === 'xml' ? await declaredEncoding(file) : undefined);
  if (format === 'json' || format === 'yaml') {
    const records = await readRecords(file, encoding, format, flow.limits);
    if (records) return await addRecords(records, flow);
  }
  if (/\.(?:srt|vtt)$/i.test(file.fileName ?? '') && (await addSubtitles(splitLines(readText(file, encoding)), flow)))
    return;
  const language = format === 'code' ? languageOf(extname(file.fileName ?? '')) : format;
  await addCode(splitLines(readText(file, encoding)), language, flow);
});

async function addCode(lines: AsyncIterable<string>, language: string | undefined, flow: Flow): Promise<void> {
  let open: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    const text = open.join('\n');
    open = [];
    characters = 0;
    if (text.trim() !== '') await flow.add({ kind: 'code', text, ...(language === undefined ? {} : { language }) });
  };
  for await (const line of lines) {
    open.push(line);
    characters += line.length + 1;
    if (characters > BLOCK) await flush();
  }
  await flush();
}

async function declaredEncoding(file: SourceFile): Promise<string | undefined> {
  const head = (await readSample(file, 200)).toString('latin1');
  return /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
}
