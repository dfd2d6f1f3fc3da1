import { escapeHtml } from '../markdown/escape.ts';
import { arrayOf, fieldOf, stringOf, textOf } from './values.ts';

const VIEW = 'application/vnd.jupyter.widget-view+json';
const STATE = 'application/vnd.jupyter.widget-state+json';
const REFERENCE = 'IPY_MODEL_';
/** Widgets that are shown for one output; a widget may hold itself. */
const MOST = 1000;

/** What widgets show: the outputs of a cell in their stead. */
export interface Widgets {
  /** Undefined for forms that show no widget, and for one whose state was not saved. */
  outputsOf(forms: unknown): readonly unknown[] | undefined;
}

/** The state of the widgets that a notebook was saved with (Jupyter widgets, model state 2). */
export function readWidgets(notebook: unknown): Widgets {
  const models = fieldOf(fieldOf(fieldOf(fieldOf(notebook, 'metadata'), 'widgets'), STATE), 'state');
  return {
    outputsOf(forms) {
      const model = fieldOf(models, stringOf(fieldOf(fieldOf(forms, VIEW), 'model_id')) ?? '');
      if (model === undefined) return undefined;
      const outputs: unknown[] = [];
      addModel(model, { models, outputs, left: MOST });
      return outputs.length === 0 ? undefined : outputs;
    },
  };
}

interface Walk {
  readonly models: unknown;
  readonly outputs: unknown[];
  left: number;
}

function addModel(model: unknown, walk: Walk): void {
  if (walk.left-- <= 0) return;
  const state = fieldOf(model, 'state');
  const name = stringOf(fieldOf(model, 'model_name')) ?? '';
  const value = fieldOf(state, 'value');
  const html = (text: string): unknown => ({ output_type: 'display_data', data: { 'text/html': text } });
  if (name === 'OutputModel') walk.outputs.push(...arrayOf(fieldOf(state, 'outputs')));
  else if (/^HTML(?:Math)?Model$/.test(name)) walk.outputs.push(html(textOf(value)));
  else {
    const text = [textOf(fieldOf(state, 'description')), shownValue(state, value)].filter((part) => part !== '');
    if (text.length > 0) walk.outputs.push(html(`<p>${escapeHtml(text.join(' '))}</p>`));
  }
  const titles = fieldOf(state, 'titles') ?? fieldOf(state, '_titles');
  for (const [index, reference] of arrayOf(fieldOf(state, 'children')).entries()) {
    const title = textOf(fieldOf(titles, String(index)));
    if (title !== '') walk.outputs.push(html(`<p><b>${escapeHtml(title)}</b></p>`));
    addModel(fieldOf(walk.models, textOf(reference).replace(REFERENCE, '')), walk);
  }
}

/** The value of a control, of a choice its label. */
function shownValue(state: unknown, value: unknown): string {
  const choice = fieldOf(state, 'index');
  const labels = arrayOf(fieldOf(state, '_options_labels'));
  if (labels.length > 0)
    return [choice ?? []]
      .flat()
      .map((index) => textOf(labels[Number(index)]))
      .join(', ');
  if (Array.isArray(value)) return value.filter((part) => typeof part !== 'object').join(' – ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : textOf(value);
}
