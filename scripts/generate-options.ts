/**
 * Writes docs/options.md from the options in src/resource/options.ts: `npm run generate`. A test fails when it is
 * stale.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONVERSION_OPTIONS, PASSWORD_OPTION, type ConversionOption } from '../src/resource/options.ts';

export const OPTIONS_FILE = 'docs/options.md';

export function optionsPage(): string {
  const rows = Object.entries<ConversionOption>({ ...CONVERSION_OPTIONS, password: PASSWORD_OPTION }).map(
    ([name, { spec, flag, docling = '', field }]) => {
      const theirs = docling
        .split(', ')
        .filter(Boolean)
        .map((option) => `\`${option}\``)
        .join(', ');
      return `| \`${name}\` | \`spec.${spec.join('.')}\` | \`${flag}\` | ${theirs} | ${field.rest} |`;
    },
  );
  return `# Options of a conversion

Generated from \`src/resource/options.ts\` by \`npm run generate\`. \`POST /convert\` takes the options as query parameters or
fields of its form, a ConversionJob in its \`spec\`, and \`scriptorium convert\` as flags, with \`--server\` too. Lists are
separated by commas, except in \`spec\`. The [endpoints of docling-serve](drop-in.md) have names of their own.
createJob of the REST interface has \`startPage\` and \`includeImages\` only.

| \`POST /convert\` | ConversionJob | command | docling-serve | |
|---|---|---|---|---|
${rows.join('\n')}

A value that is out of bounds is refused: with 400 and the name of the option, by the API server, or by the command.
Results are [cached](cookbook.md) for the same document and the same options only.

## Passwords

A PDF, or a DOCX, XLSX, PPTX or XLS document, that is encrypted opens with its password; other encrypted documents (ODF,
DOC, PPT, ZIP) do not. A missing password is the failure \`password_protected\`, a wrong one \`wrong_password\`.

- **\`POST /convert\`**: \`-F password=…\`, a field of the form. As a query parameter it is refused, since URLs are
  written to logs. It is kept encrypted until the job has ended.
- **The command**: \`--password\` asks on the terminal, \`--password-file FILE\` reads the first line of a file (\`-\` is
  standard input), and \`SCRIPTORIUM_PASSWORD\` is used where neither is given. All documents of a run share it.
- **ConversionJob**: \`spec.passwordSecretRef\` names a Secret in the namespace of the job, of the type
  \`scriptorium.dev/password\` and with the workspace as a label. \`key\` is \`password\` unless it is set. What is wrong
  with the Secret is the failure \`password_unavailable\`.
- The controller may read no such Secret until it is granted the right to \`get\` it (the last command below). The values
  \`passwordSecrets.names\` and \`passwordSecrets.any\` of the chart grant it for several, or all.

\`\`\`yaml
apiVersion: v1
kind: Secret
metadata:
  name: report-password
  labels:
    scriptorium.dev/workspace: acme
type: scriptorium.dev/password
stringData:
  password: correct horse
---
apiVersion: scriptorium.dev/v1beta1
kind: ConversionJob
metadata:
  name: report
spec:
  workspace: acme
  source:
    type: external
    fileUrl: https://example.com/report.pdf
  passwordSecretRef:
    name: report-password
\`\`\`

\`\`\`sh
kubectl create role report-password --verb=get --resource=secrets --resource-name=report-password
kubectl create rolebinding report-password --role=report-password --serviceaccount=NAMESPACE:RELEASE-controller
\`\`\`

The console asks for the password once more to draw pages of an encrypted document, and does not keep it.
`;
}

if (import.meta.main) writeFileSync(resolve(import.meta.dirname, '..', OPTIONS_FILE), optionsPage());
