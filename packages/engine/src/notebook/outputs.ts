import { stripVTControlCharacters } from 'node:util';
import type { Flow } from '../flow/flow.ts';
import { createBlockReader } from '../html/blocks.ts';
import { parseHtml } from '../html/tree.ts';
import { addAttachments } from './images.ts';
import type { NotebookImages } from './images.ts';
import { arrayOf, fieldOf, stringOf, textOf } from './values.ts';
import type { Widgets } from './widgets.ts';

export interface OutputContext {
  readonly images: NotebookImages;
  readonly widgets: Widgets;
  readonly flow: Flow;
}

/** Adds one output of a code cell (nbformat 4, Code cell outputs; format 3 calls some of them otherwise). */
export async function addOutput(output: unknown, context: OutputContext): Promise<void> {
  const { images, widgets, flow } = context;
  switch (stringOf(fieldOf(output, 'output_type')) ?? '') {
    case 'stream':
      return await addText(textOf(fieldOf(output, 'text')), flow);
    case 'error':
    case 'pyerr':
      return await addText(
        arrayOf(fieldOf(output, 'traceback')).map(textOf).join('\n') || textOf(fieldOf(output, 'evalue')),
        flow,
      );
    default: {
      const forms = fieldOf(output, 'data') ?? formsOfFormat3(output);
      const inner = widgets.outputsOf(forms);
      if (inner === undefined) return await addForms(forms, images, flow);
      for (const each of inner) await addOutput(each, { ...context, widgets: NONE });
    }
  }
}

/** What a widget shows is saved as it was seen. */
const NONE: Widgets = { outputsOf: () => undefined };

const FORMAT_3: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  html: 'text/html',
  latex: 'text/latex',
  text: 'text/plain',
};

function formsOfFormat3(output: unknown): unknown {
  return Object.fromEntries(Object.entries(FORMAT_3).map(([name, type]) => [type, fieldOf(output, name)]));
}

/** An output comes in several forms of the same: what a reader of Markdown sees most of is taken. */
async function addForms(forms: unknown, images: NotebookImages, flow: Flow): Promise<void> {
  const text = (type: string): string => textOf(fieldOf(forms, type));
  if (text('text/markdown') !== '') return await addAttachments(text('text/markdown'), undefined, images, flow);
  if (text('text/latex') !== '') return await addLatex(text('text/latex'), flow);
  const plain = text('text/plain');
  const picture = images.read(forms, '');
  if (picture) return await flow.add({ kind: 'figure', image: picture.image }, picture.files);
  if (text('text/html') !== '' && (await addHtml(text('text/html'), flow))) return;
  if (plain !== '') return await addText(plain, flow);
  const json = fieldOf(forms, 'application/json');
  if (json !== undefined)
    return await flow.add({ kind: 'code', text: JSON.stringify(json, null, 2), language: 'json' });
  if (typeof forms === 'object' && Object.keys(forms ?? {}).length > 0) flow.warn('output-left-out');
}

/** Formulas without their dollars, or the text of an environment. */
async function addLatex(latex: string, flow: Flow): Promise<void> {
  const inner = /^\s*(?:\$\$([^]+)\$\$|\$([^]+)\$|\\\[([^]+)\\\]|\\begin\{(?:equation|align|gather)\*?\}[^]+)\s*$/.exec(
    latex,
  );
  const formula = inner?.slice(1).find((group) => group !== undefined) ?? inner?.[0];
  if (formula === undefined) await flow.add({ kind: 'code', text: latex, language: 'latex' });
  else await flow.add({ kind: 'math', latex: formula.replace(/^\\displaystyle\s*/, '') });
}

/** Adds the blocks of HTML, false where it shows nothing without its scripts. */
async function addHtml(html: string, flow: Flow): Promise<boolean> {
  const root = await parseHtml([html], flow);
  const blocks = createBlockReader({ image: ({ attributes }) => ({ kind: 'image', alt: attributes['alt'] ?? '' }) })(
    root,
  );
  for (const block of blocks) await flow.add(block);
  return blocks.length > 0;
}

/** What backspaces, which some progress bars write, leave of a line. */
function withoutErased(line: string): string {
  if (!line.includes('\b')) return line;
  const kept: string[] = [];
  for (const char of line) {
    if (char === '\b') kept.pop();
    else kept.push(char);
  }
  return kept.join('');
}

/** The final state of a terminal: without colours, and of a line that overwrites itself the last state. */
async function addText(text: string, flow: Flow): Promise<void> {
  const shown = stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(
      (line) =>
        line
          .split('\r')
          .map(withoutErased)
          .findLast((state) => state !== '') ?? '',
    )
    .join('\n');
  if (shown.trim() !== '') await flow.add({ kind: 'code', text: shown });
}
