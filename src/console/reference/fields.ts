import { nameOf, type Parameter, type Schema } from './description.ts';
import { escape, html, inline } from './markdown.ts';

/** The properties of an object as a list. */
export function renderFields({ properties = {}, required = [], oneOf = [] }: Schema): string {
  if (oneOf.length > 0) return `<p>One of ${oneOf.map((one) => typeOf(one)).join(', ')}.</p>`;
  return list(
    Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) })),
  );
}

export function renderParameters(parameters: readonly Parameter[]): string {
  return list(
    parameters.map(({ name, schema, required, description, in: place }) => ({
      name,
      required,
      place,
      schema: { ...schema, ...(description !== undefined && { description }) },
    })),
  );
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly place?: string;
}

function list(fields: readonly Field[]): string {
  const items = fields.map(({ name, schema, required, place }) => {
    const facts = [typeOf(schema), place, required ? '<b>required</b>' : '', bounds(schema)]
      .filter(Boolean)
      .join(' · ');
    const inner = schema.properties ? `<div class="nested">${renderFields(schema)}</div>` : '';
    return `<dt><code>${escape(name)}</code> <span class="facts">${facts}</span></dt><dd>${html(schema.description ?? '')}${values(schema)}${inner}</dd>`;
  });
  return `<dl class="fields">${items.join('')}</dl>`;
}

/** A named schema is a link to where it is described. */
export function typeOf({ $ref, type, items, format, oneOf }: Schema): string {
  if ($ref !== undefined) return `<a href="#schema-${nameOf($ref)}">${nameOf($ref)}</a>`;
  if (oneOf) return oneOf.map((one) => typeOf(one)).join(' or ');
  if (items) return `array of ${typeOf(items)}`;
  const shown = Array.isArray(type) ? type.join(' or ') : ((type as string | undefined) ?? 'string');
  return format === 'binary' ? 'file' : escape(shown);
}

function bounds({ minimum, maximum, maxLength, default: given }: Schema): string {
  return [
    minimum !== undefined && minimum > 0 ? `from ${minimum}` : '',
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    given === undefined ? '' : `default <code>${escape(JSON.stringify(given))}</code>`,
  ]
    .filter(Boolean)
    .join(' ');
}

function values({ enum: allowed, const: only, description = '' }: Schema): string {
  const texts = allowed ?? (only === undefined ? [] : [only]);
  // A list that explains each value has said them all.
  if (texts.every((text) => description.includes(`- \`${text}\``))) return '';
  return `<p>${texts.length === 1 ? 'Always' : 'One of'} ${texts.map((text) => inline(`\`${text}\``)).join(', ')}.</p>`;
}
