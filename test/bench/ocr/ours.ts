import { tmpdir } from 'node:os';
import { statSync } from 'node:fs';
import { DEFAULT_LIMITS } from '../../../packages/engine/src/limits.ts';
import { merge } from '../../../packages/engine/src/merge.ts';
import type { PageModel } from '../../../packages/engine/src/page-model.ts';
import { reader } from '../../../packages/engine/src/image/reader.ts';
import { optimizeLate } from '../../../src/worker/warm-up/tiers.ts';

/**
 * A process of its own, so that its CPU time is that of the conversion alone: the pictures' Markdown, each in a line,
 * and at the end all CPU seconds. As in a converter process, the code of OCR is beside the program, which is named
 * first.
 */
const [program, ...paths] = process.argv.slice(2);
process.argv[1] = program!;
optimizeLate();
for (const path of paths) {
  const pages: PageModel[] = [];
  const before = process.cpuUsage();
  const summary = await reader.read(
    {
      file: { path, bytes: statSync(path).size },
      format: path.endsWith('.png') ? 'png' : 'jpeg',
      range: undefined,
    },
    {
      includeImages: false,
      native: 'allow',
      emphasis: true,
      ocr: { mode: 'auto', languages: ['eng'] },
      limits: DEFAULT_LIMITS,
      scratch: tmpdir(),
    },
    { page: async (page) => void pages.push(page), asset: async () => {} },
  );
  if (summary === 'needs-native') throw new Error('native code is allowed here');
  let markdown = '';
  await merge(
    [
      {
        summary,
        async *pages() {
          yield* pages;
        },
      },
    ],
    async (text) => {
      markdown += text;
    },
    { outputBytes: DEFAULT_LIMITS.outputBytes, emphasis: true },
  );
  const spent = process.cpuUsage(before);
  console.log(
    JSON.stringify({ path, text: markdown, cpu: (spent.user + spent.system) / 1e6, memory: process.memoryUsage().rss }),
  );
}
const all = process.cpuUsage();
console.log(JSON.stringify({ total: (all.user + all.system) / 1e6 }));
