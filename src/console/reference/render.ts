import { exampleOf, operationsOf, type Description, type Media, type Operation } from './description.ts';
import { renderFields, renderParameters, typeOf } from './fields.ts';
import { buildGuides, type CodeRow } from './guides.ts';
import { codeBlock, escape, html, inline } from './markdown.ts';
import { bodyOf, LANGUAGES, writeSamples, valueOf, type Language } from './samples.ts';

/** The contents of the reference: all operations, and all codes of errors. */
export interface ReferenceContent {
  readonly description: Description;
  readonly responses: readonly CodeRow[];
  readonly failures: readonly CodeRow[];
}

/** The page at `/docs`: guides, operations with samples that can be sent, and schemas. */
export function referencePage({ description, responses, failures }: ReferenceContent): string {
  const guides = buildGuides(responses, failures);
  const groups = description.tags.map(({ name }) => ({
    title: name.charAt(0).toUpperCase() + name.slice(1),
    operations: operationsOf(description).filter(({ tags }) => tags.includes(name)),
  }));
  const { schemas } = description.components;
  const names = Object.keys(schemas).sort();
  const link = (id: string, text: string): string => `<li><a href="#${id}">${escape(text)}</a></li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scriptorium: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body data-language="curl">
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1><a href="/">Scriptorium</a> API reference</h1>
<form id="key-form"><label for="key">API key</label><input id="key" type="password" autocomplete="off" placeholder="scr_live_…"></form>
<p><a href="/api/scriptorium/v1/openapi.json">openapi.json</a></p>
</header>
<div class="columns">
<nav aria-label="Contents">
<h2>Guides</h2><ul>${guides.map(({ id, title }) => link(id, title)).join('')}</ul>
${groups.map(({ title, operations }) => `<h2>${escape(title)}</h2><ul>${operations.map(({ operationId, summary }) => link(operationId, summary)).join('')}</ul>`).join('')}
<h2>Schemas</h2><ul>${names.map((name) => link(`schema-${name}`, name)).join('')}</ul>
</nav>
<main id="content" tabindex="-1">
<p class="version">Version ${escape(description.info.version)}. ${inline(description.info.description.split('\n\n')[1] ?? '')}</p>
${guides.map(({ id, title, markdown }) => `<section class="guide" id="${id}"><h2>${escape(title)}</h2>${html(markdown)}</section>`).join('\n')}
${groups.map((group) => `<section class="group"><h2>${escape(group.title)}</h2>${group.operations.map(operationSection).join('\n')}</section>`).join('\n')}
<section class="group"><h2>Schemas</h2>
${names.map((name) => `<section class="schema" id="schema-${name}"><h3>${name}</h3>${html(schemas[name]!.description ?? '')}${renderFields(schemas[name]!)}</section>`).join('\n')}
</section>
</main>
</div>
<script type="module" src="/console/reference.js"></script>
</body>
</html>
`;
}

function operationSection(operation: Operation): string {
  const { operationId, summary, description, method, path, parameters = [], requestBody, responses } = operation;
  const [media] = Object.values(requestBody?.content ?? {});
  return `<section class="operation" id="${operationId}" data-method="${method}" data-path="${escape(path)}">
<h3>${escape(summary)}</h3>
<p class="call"><b class="method ${method.toLowerCase()}">${method}</b> <code>${escape(path)}</code></p>
<div class="about">
${html(description)}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${renderParameters(parameters)}`}
${media?.schema ? `<h4>Request body</h4><p>${inline(media.schema.description ?? '')}</p>${bodyFields(operation, media)}` : ''}
<h4>Responses</h4>
${Object.entries(responses).map(renderResponse).join('\n')}
</div>
<div class="try">
${samples(operation)}
${tryForm(operation)}
</div>
</section>`;
}

/** Options of convert are its query parameters, too: they are listed there. */
function bodyFields({ operationId }: Operation, { schema = {} }: Media): string {
  if (operationId !== 'convert') return renderFields(schema);
  const { file } = schema.properties ?? {};
  return `${renderFields({ properties: file ? { file } : {} })}<p>Every parameter above can also be a field of the form.</p>`;
}

function renderResponse([status, { description, content = {} }]: [string, Operation['responses'][string]]): string {
  const bodies = Object.entries(content).map(([type, media]) => {
    const example = media.example === undefined ? exampleOf(media) : media.example;
    const shown = typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
    const { $ref, oneOf } = media.schema ?? {};
    const schema = $ref === undefined && oneOf === undefined ? '' : `: ${typeOf(media.schema!)}`;
    return `<p><code>${escape(type)}</code>${schema}</p>${codeBlock(shown ?? '', `Example of ${status}`)}`;
  });
  const summary = `<b class="status s${status.charAt(0)}">${status}</b> <span>${inline(description)}</span>`;
  return bodies.length === 0
    ? `<p class="response">${summary}</p>`
    : `<details class="response"><summary>${summary}</summary>${bodies.join('')}</details>`;
}

function samples(operation: Operation): string {
  const texts = Object.entries(writeSamples(operation)) as [Language, string][];
  const buttons = texts.map(
    ([language]) => `<button type="button" data-choose="${language}">${LANGUAGES[language]}</button>`,
  );
  const blocks = texts.map(([language, text]) =>
    codeBlock(text, `${operation.summary} with ${LANGUAGES[language]}`, ` class="sample" data-language="${language}"`),
  );
  return `<div class="languages" role="group" aria-label="Language of the sample">${buttons.join('')}<button type="button" class="copy">Copy</button></div>${blocks.join('')}`;
}

/** The form in which a reader sends the request from this page. */
function tryForm(operation: Operation): string {
  const { operationId, parameters = [] } = operation;
  const shown = parameters.filter((one) => one.in !== 'header');
  const inputs = shown.map((parameter) => {
    const id = `${operationId}-${parameter.name}`;
    const value = parameter.required ? ` value="${escape(valueOf(parameter))}"` : '';
    return `<label for="${id}">${escape(parameter.name)}</label><input id="${id}" name="${parameter.name}" data-in="${parameter.in}"${value}${parameter.required ? ' required' : ''}>`;
  });
  const body = bodyOf(operation);
  if (body !== undefined)
    inputs.push(
      `<label for="${operationId}-body">Body</label><textarea id="${operationId}-body" name="body" rows="8" spellcheck="false">${escape(JSON.stringify(body, undefined, 2))}</textarea>`,
    );
  if (operationId === 'convert')
    inputs.unshift(
      '<label for="convert-file">file (a sample page if empty)</label><input id="convert-file" name="file" type="file">',
    );
  return `<details class="send"><summary>Try it</summary><form>${inputs.join('')}<button>Send</button><p class="outcome" role="status"></p><pre class="answer" tabindex="0" role="group" aria-label="Response" hidden></pre></form></details>`;
}
