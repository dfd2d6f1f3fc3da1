import { readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { addAttachments, createNotebookImages } from './images.ts';
import { addOutput } from './outputs.ts';
import type { OutputContext } from './outputs.ts';
import { arrayOf, fieldOf, stringOf, textOf } from './values.ts';
import { readWidgets } from './widgets.ts';

/** A notebook is one value of JSON: parsed as a whole, it takes several times its bytes. */
const SHARE = 16;

/**
 * Reads Jupyter notebooks of formats 3 and 4: Markdown as it is, code with its language, and of each output the form
 * that says most.
 */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  const most = flow.limits.expandedBytes / SHARE;
  if (file.bytes > most) throw new Failure('limit_exceeded', `The notebook is larger than ${most} bytes.`);
  const notebook = parse(await readFile(file.path, 'utf8'));
  const language = languageOf(notebook);
  const context = { images: createNotebookImages(flow), widgets: readWidgets(notebook), flow };
  // Format 3 has its cells in worksheets.
  const sheets = [notebook, ...arrayOf(fieldOf(notebook, 'worksheets'))];
  for (const cell of sheets.flatMap((sheet) => arrayOf(fieldOf(sheet, 'cells')))) {
    await addCell(cell, language, context);
  }
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    throw new Failure('corrupt_document', 'The notebook is not valid JSON.');
  }
}

function languageOf(notebook: unknown): string {
  const metadata = fieldOf(notebook, 'metadata');
  return (
    stringOf(fieldOf(fieldOf(metadata, 'language_info'), 'name')) ??
    stringOf(fieldOf(fieldOf(metadata, 'kernelspec'), 'language')) ??
    'python'
  );
}

async function addCell(cell: unknown, language: string, context: OutputContext): Promise<void> {
  const { images, flow } = context;
  const source = textOf(fieldOf(cell, 'source')) || textOf(fieldOf(cell, 'input'));
  switch (stringOf(fieldOf(cell, 'cell_type')) ?? '') {
    case 'markdown':
      return await addAttachments(source, fieldOf(cell, 'attachments'), images, flow);
    case 'heading':
      return await flow.add({
        kind: 'verbatim',
        markdown: `${'#'.repeat(Math.min(6, Math.max(1, Number(fieldOf(cell, 'level')) || 1)))} ${source.trim()}`,
      });
    case 'code': {
      if (source.trim() !== '')
        await flow.add({ kind: 'code', text: source, language: stringOf(fieldOf(cell, 'language')) ?? language });
      for (const output of arrayOf(fieldOf(cell, 'outputs'))) await addOutput(output, context);
      return;
    }
    case 'raw':
      if (source.trim() !== '') await flow.add({ kind: 'code', text: source });
      return;
    default:
      flow.warn('cell-skipped');
  }
}
