import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { installPython } from '../../clients/install.ts';
import type { ServiceProcess } from '../../service-process.ts';
import { convertPage, forEach } from './pages.ts';
import type { DocumentOutput } from './pages.ts';
import { runTool } from './tool.ts';

const VERSION = '0.2.0';

/** The benchmark's labels for the roles of blocks. */
const LABELS: Readonly<Record<string, string>> = {
  heading: 'heading',
  'list-item': 'list',
  table: 'table',
  code: 'code',
  formula: 'equation',
  figure: 'figure',
  caption: 'caption',
  footnote: 'footnote',
};

/** Makes HTML of Markdown as the benchmark does for all engines that write Markdown. */
const TO_HTML = `
import json, pathlib, sys
from omni_parse_bench import markdown
for path in pathlib.Path(sys.argv[1]).glob('*.json'):
    page = json.loads(path.read_text())
    path.write_text(json.dumps({'html': markdown.to_html(page['markdown']), 'blocks': page['blocks']}))
`;

/**
 * Runs the service over a copy of OmniParseBench: a folder with `manifest.parquet`, `pages` and `gold`. Its own program
 * judges; returns what that says.
 */
export async function runOmni(service: ServiceProcess, data: string, scratch: string): Promise<string> {
  const python = await installPython(`omni-parse-bench-${VERSION}`, [`omni-parse-bench[benchmark]==${VERSION}`]);
  const run = await mkdtemp(join(scratch, 'omni-'));
  const predictions = join(run, 'predictions');
  await mkdir(predictions);
  await writeFile(join(run, 'settings.json'), JSON.stringify({ provider: 'scriptorium', unsupported: [] }));
  await forEach(await readdir(join(data, 'pages')), async (name) => {
    const answer = await convertPage(service, join(data, 'pages', name), 1, 'document');
    const page = { markdown: '', blocks: [], ...(answer === undefined ? {} : predictionOf(JSON.parse(answer))) };
    await writeFile(join(predictions, `${parse(name).name}.json`), JSON.stringify(page));
  });
  await runTool(join(python, 'python'), ['-c', TO_HTML, predictions]);
  return await runTool(join(python, 'opb'), ['grade', run, '--dataset', resolve(data)]);
}

interface Prediction {
  readonly markdown: string;
  readonly blocks: readonly { readonly label: string; readonly bbox: readonly number[]; readonly text: string }[];
}

/** A page as the benchmark reads it: boxes are shares of its width and height. */
export function predictionOf({ blocks, pages }: DocumentOutput): Prediction {
  const { width = 1, height = 1 } = pages[0] ?? {};
  const share = (value: number, whole: number): number => Math.min(1, Math.max(0, value / whole));
  return {
    markdown: blocks.map(({ markdown }) => markdown).join('\n\n'),
    blocks: blocks.flatMap(({ role, text, boxes = [] }) =>
      boxes.map(({ box: [x0, y0, x1, y1] }) => ({
        label: LABELS[role] ?? 'text',
        bbox: [share(x0, width), share(y0, height), share(x1, width), share(y1, height)],
        text,
      })),
    ),
  };
}
