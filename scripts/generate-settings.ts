/**
 * Writes docs/settings.md from the settings in src/cli/settings.ts: `npm run generate`. A test fails when it is stale.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EMBEDDED, flagOf, SERVICE } from '../src/cli/settings.ts';

export const SETTINGS_FILE = 'docs/settings.md';

export function settingsPage(): string {
  const table = (settings: typeof SERVICE | typeof EMBEDDED, flags: boolean): string =>
    [
      flags ? '| variable | flag | default | |' : '| variable | default | |',
      flags ? '|---|---|---|---|' : '|---|---|---|',
      ...Object.values(settings).map(
        ({ env, value, description }) =>
          `| \`${env}\` | ${flags ? `\`${flagOf(env)}\` | ` : ''}${value === '' ? '' : `\`${value}\``} | ${description} |`,
      ),
    ].join('\n');
  return `# Settings

Generated from \`src/cli/settings.ts\` by \`npm run generate\`. Each setting is an environment variable and a flag of
\`scriptorium serve\`. Flags take precedence. In a cluster, set the environment variables in the chart value \`settings\`,
for example with \`--set-string settings.SCRIPTORIUM_MAX_PAGES=500\`.

## All installations

${table(SERVICE, true)}

## Single machine only

${table(EMBEDDED, true)}
`;
}

if (import.meta.main) writeFileSync(resolve(import.meta.dirname, '..', SETTINGS_FILE), settingsPage());
