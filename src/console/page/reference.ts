import { keepKey, keptKey } from './session.ts';
import { samplePdf } from './sample-pdf.ts';

/** The address that samples are written with. */
const SERVER = 'http://localhost:8080';
/** The examples' IDs after their prefix. */
const EXAMPLE = '01kbm3v7q4t2c9x5h8r6w1n0ey';
const LANGUAGE = 'scriptorium-language';

/**
 * By prefix, what was made last on this page: the examples' ids stand for it, so that they work one after the other.
 */
const made = new Map<string, string>();
const withMade = (text: string): string =>
  [...made].reduce((all, [prefix, id]) => all.replaceAll(prefix + EXAMPLE, id), text);

const sample = (): Blob => new Blob([samplePdf('Report', 'This document was created by the API reference.')]);
const all = <E extends HTMLElement>(selector: string, within: ParentNode = document): E[] => [
  ...within.querySelectorAll<E>(selector),
];

function chooseLanguage(language: string): void {
  document.body.dataset['language'] = language;
  localStorage.setItem(LANGUAGE, language);
  for (const button of all('[data-choose]')) button.ariaPressed = String(button.dataset['choose'] === language);
}

async function copySample(button: HTMLElement): Promise<void> {
  const { language } = document.body.dataset;
  const shown = button.closest('.try')?.querySelector(`.sample[data-language="${language}"]`);
  await navigator.clipboard.writeText(shown?.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}

/** The request that a form describes. */
function requestOf(form: HTMLFormElement, { method = 'GET', path = '/' }: DOMStringMap): [string, RequestInit] {
  let filled = path;
  const query = new URLSearchParams();
  for (const { name, value, dataset } of all<HTMLInputElement>('input[data-in]', form)) {
    if (dataset['in'] === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(withMade(value)));
    else if (value !== '') query.set(name, withMade(value));
  }
  const body = bodyOf(form, query);
  const type: HeadersInit = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  const headers = { Authorization: `Bearer ${keptKey() ?? ''}`, ...type };
  return [query.size === 0 ? filled : `${filled}?${query}`, { method, headers, ...(body !== undefined && { body }) }];
}

/** A document, unless the query names one, or JSON, or nothing. */
function bodyOf(form: HTMLFormElement, query: URLSearchParams): FormData | string | undefined {
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  const json = form.querySelector('textarea')?.value;
  if (!input) return json === undefined ? undefined : withMade(json);
  if (query.has('url') || query.has('documentId')) return undefined;
  const body = new FormData();
  const file = input.files?.[0];
  body.set('file', file ?? sample(), file?.name ?? 'sample.pdf');
  return body;
}

/** Keeps the ids that a response has. The PUT of the bytes is no operation of the interface, so it is done here. */
async function remember(status: number, text: string): Promise<void> {
  const { id, documentId, uploadUrl } = JSON.parse(text) as { id?: string; documentId?: string; uploadUrl?: string };
  for (const each of [id, documentId]) {
    const prefix = /^(?:doc_|job-|quote_)/.exec(each ?? '')?.[0];
    if (prefix !== undefined) made.set(prefix, each!);
  }
  if (status === 201 && uploadUrl !== undefined) await fetch(uploadUrl, { method: 'PUT', body: sample() });
}

async function send(form: HTMLFormElement): Promise<void> {
  const outcome = form.querySelector<HTMLElement>('.outcome')!;
  const answer = form.querySelector<HTMLElement>('.answer')!;
  outcome.textContent = keptKey() ? 'Sending …' : 'Enter an API key at the top of the page first.';
  answer.hidden = true;
  if (!keptKey()) return;
  const [url, init] = requestOf(form, form.closest<HTMLElement>('.operation')!.dataset);
  const began = performance.now();
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    const json = response.headers.get('Content-Type')?.includes('json') === true;
    if (json && text !== '') await remember(response.status, text);
    answer.textContent = json && text !== '' ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
    answer.hidden = text === '';
    outcome.textContent = `${response.status} ${response.statusText}, ${Math.round(performance.now() - began)} ms`;
  } catch {
    outcome.textContent = 'The service did not respond.';
  }
}

for (const code of all('code'))
  if (code.textContent.includes(SERVER)) code.textContent = code.textContent.replaceAll(SERVER, location.origin);
chooseLanguage(localStorage.getItem(LANGUAGE) ?? 'curl');
for (const button of all('[data-choose]'))
  button.addEventListener('click', () => chooseLanguage(button.dataset['choose']!));
for (const button of all('.copy')) button.addEventListener('click', () => void copySample(button));
for (const form of all<HTMLFormElement>('.send form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });

const key = document.querySelector<HTMLInputElement>('#key')!;
key.value = keptKey() ?? '';
key.addEventListener('input', () => keepKey(key.value.trim(), false));
document.querySelector('#key-form')!.addEventListener('submit', (event) => event.preventDefault());

const links = new Map(all<HTMLAnchorElement>('nav a').map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver(
  (entries) => {
    const first = entries.find(({ isIntersecting }) => isIntersecting);
    if (!first) return;
    for (const link of links.values()) link.ariaCurrent = null;
    const link = links.get(first.target.id);
    if (link) link.ariaCurrent = 'true';
  },
  { rootMargin: '0px 0px -70% 0px' },
);
for (const section of all('section[id]')) seen.observe(section);
