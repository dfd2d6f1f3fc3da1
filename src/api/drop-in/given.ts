import { Problem } from '../problem.ts';

/** Options as they came: of JSON, or fields of a form, which are lists of texts. */
export type Given = Readonly<Record<string, unknown>>;

/** FastAPI, which docling-serve and Unstructured's API are built with, answers 422 to what is not as it should be. */
export const refused = (message: string): Problem => new Problem(422, 'invalid_request', message);

export const toList = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];

export function readFlag(given: Given, name: string): boolean | undefined {
  const [value] = toList(given[name]);
  if (value === undefined || typeof value === 'boolean') return value;
  // As pydantic reads a field of a form; clients in Python send True and False.
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
  if (['true', 't', '1', 'yes', 'y', 'on'].includes(text)) return true;
  if (['false', 'f', '0', 'no', 'n', 'off'].includes(text)) return false;
  throw refused(`${name} must be true or false.`);
}

export function readText(given: Given, name: string): string | undefined {
  const [value] = toList(given[name]);
  if (value === undefined || typeof value === 'string') return value;
  throw refused(`${name} must be a text.`);
}

export function readChoice<C extends string>(given: Given, name: string, choices: readonly C[]): C | undefined {
  const text = readText(given, name);
  const choice = choices.find((each) => each === text);
  if (text !== undefined && choice === undefined)
    throw refused(`${name} is '${text}', but must be one of ${choices.join(', ')}.`);
  return choice;
}
