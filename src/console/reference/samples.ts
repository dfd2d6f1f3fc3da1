import { exampleOf, type Operation, type Parameter } from './description.ts';

/** The address that the page replaces by its own. */
export const SERVER = 'http://localhost:8080';

export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type Language = keyof typeof LANGUAGES;

/** The call of an operation in each language, with nothing to install. */
export function writeSamples(operation: Operation): Record<Language, string> {
  if (operation.operationId === 'convert') return CONVERT;
  const call = { ...operation, url: SERVER + pathOf(operation), body: bodyOf(operation) };
  return { curl: curl(call), typescript: typescript(call), python: python(call) };
}

interface CallOf {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly responses: Operation['responses'];
}

export const valueOf = ({ example, schema }: Parameter): string =>
  example ?? (schema.default === undefined ? '' : String(schema.default));

/** With the examples of its parameters; optional ones are left out. */
function pathOf({ path, parameters = [] }: Operation): string {
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    valueOf(parameters.find((parameter) => parameter.name === name)!),
  );
  return query.length === 0 ? filled : `${filled}?${query.map((one) => `${one.name}=${valueOf(one)}`).join('&')}`;
}

/** The body that a reader would send; one that may be left out is. */
export function bodyOf({ requestBody }: Operation): unknown {
  return requestBody?.required === true ? exampleOf(requestBody.content['application/json']) : undefined;
}

const answers = ({ responses }: CallOf): boolean => !('204' in responses);

function curl({ method, url, body }: CallOf): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    '-H "Authorization: Bearer $SCRIPTORIUM_KEY"',
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body, undefined, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

function typescript(call: CallOf): string {
  const { method, url, body } = call;
  const json = body === undefined ? '' : `\n  body: JSON.stringify(${indent(literal(body), 1)}),`;
  return `import { env } from 'node:process';

const response = await fetch('${url}', {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${env.SCRIPTORIUM_KEY}\`,${body === undefined ? '' : "\n    'Content-Type': 'application/json',"}
  },${json}
});
console.log(response.status${answers(call) ? ', await response.json()' : ''});`;
}

function python(call: CallOf): string {
  const { method, url, body } = call;
  const data = body === undefined ? '' : `\n    data=json.dumps(${indent(literal(body, true), 2)}).encode(),`;
  const type = body === undefined ? '' : ', "Content-Type": "application/json"';
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
    headers={"Authorization": "Bearer " + os.environ["SCRIPTORIUM_KEY"]${type}},${data}
)
with urllib.request.urlopen(request) as response:
    print(response.status${answers(call) ? ', json.load(response)' : ''})`;
}

const indent = (text: string, levels: number): string => text.replaceAll('\n', `\n${'  '.repeat(levels)}`);

/** A value as TypeScript or Python writes it. */
function literal(value: unknown, inPython = false): string {
  const json = JSON.stringify(value, undefined, 2);
  if (!inPython) return json.replaceAll(/^( *)"(\w+)":/gm, '$1$2:').replaceAll(/"((?:[^"\\']|\\(?!"))*)"/g, "'$1'");
  return json.replaceAll(
    /: (true|false|null)\b/g,
    (_all, word: string) => `: ${{ true: 'True', false: 'False', null: 'None' }[word]}`,
  );
}

const CONVERT: Record<Language, string> = {
  curl: `curl -F file=@report.pdf "${SERVER}/convert" \\
  -H "Authorization: Bearer $SCRIPTORIUM_KEY"`,
  typescript: `import { openAsBlob } from 'node:fs';
import { env } from 'node:process';

const response = await fetch('${SERVER}/convert?fileName=report.pdf', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${env.SCRIPTORIUM_KEY}\` },
  body: await openAsBlob('report.pdf', { type: 'application/pdf' }),
});
console.log(response.status, await response.text());`,
  python: `import os, urllib.request

with open("report.pdf", "rb") as file:
    request = urllib.request.Request(
        "${SERVER}/convert?fileName=report.pdf",
        method="POST",
        headers={
            "Authorization": "Bearer " + os.environ["SCRIPTORIUM_KEY"],
            "Content-Type": "application/pdf",
        },
        data=file.read(),
    )
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`,
};
