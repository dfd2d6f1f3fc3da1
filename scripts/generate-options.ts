/**
 * Writes docs/options.md from the options in src/job/options.ts: `npm run generate`. A test fails when it is stale.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONVERSION_OPTIONS } from '../src/job/options.ts';

export const OPTIONS_FILE = 'docs/options.md';

export function optionsPage(): string {
  const rows = Object.entries(CONVERSION_OPTIONS).map(([name, { spec, flag, docling = '', field }]) => {
    const theirs = docling
      .split(', ')
      .filter(Boolean)
      .map((option) => `\`${option}\``)
      .join(', ');
    return `| \`${name}\` | \`spec.${spec.join('.')}\` | \`${flag}\` | ${theirs} | ${field.rest} |`;
  });
  return `# Options of a conversion

Generated from \`src/job/options.ts\` by \`npm run generate\`. \`POST /convert\` takes the options as query parameters or
fields of its form, a ConversionJob in its \`spec\`, and \`scriptorium convert\` as flags, with \`--server\` too. Lists are
separated by commas, except in \`spec\`. The [endpoints of docling-serve](drop-in.md) have names of their own.
createJob of the REST interface has \`startPage\` and \`includeImages\` only.

| \`POST /convert\` | ConversionJob | command | docling-serve | |
|---|---|---|---|---|
${rows.join('\n')}

A value that is out of bounds is refused: with 400 and the name of the option, by the API server, or by the command.
Results are [cached](cookbook.md) for the same document and the same options only.
`;
}

if (import.meta.main) writeFileSync(resolve(import.meta.dirname, '..', OPTIONS_FILE), optionsPage());
