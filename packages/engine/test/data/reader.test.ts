import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (text: string, name?: string): Promise<string> =>
  (await readDocument(makeSource(text, name))).markdown;

test.each([
  ['an object', '{"a": [1, {"b": "*"}]}', '```json\n{"a": [1, {"b": "*"}]}\n```\n'],
  [
    'a list of flat objects',
    '[{"a": 1.50, "b": "x|y"}, {"a": null, "c": true}]',
    '| a | b | c |\n| - | - | - |\n| 1.50 | x\\|y |  |\n|  |  | true |\n',
  ],
  ['JSON Lines', '{"id": 12345678901234567890}\n{"id": 2}\n', '| id |\n| - |\n| 12345678901234567890 |\n| 2 |\n'],
  ['a list of objects that hold others', '[{"a": {}}, {"a": 1}]', '```json\n[{"a": {}}, {"a": 1}]\n```\n'],
  ['a list of one object', '[{"a": 1}]', '```json\n[{"a": 1}]\n```\n'],
  ['fences inside', '{"a": "```"}', '````json\n{"a": "```"}\n````\n'],
])('JSON: %s', async (_, json, markdown) => {
  expect(await read(json)).toBe(markdown);
});

test('a grid that would be mostly empty is no table', async () => {
  const records = Array.from({ length: 90 }, (_, n) => ({ [`key${n}`]: n }));
  expect(await read(JSON.stringify(records))).toMatch(/^```json\n/);
});

test.each([
  ['a mapping', '---\na: 1\nb:\n  - 2\n', '```yaml\n---\na: 1\nb:\n  - 2\n```\n'],
  [
    'a list of flat mappings',
    '# people\n- name: Ann\n  born: 1990-01-02\n- name: Bo\n  zip: 01234\n',
    '| name | born | zip |\n| - | - | - |\n| Ann | 1990-01-02 |  |\n| Bo |  | 01234 |\n',
  ],
  ['aliases, which are not followed', '- &a {x: 1}\n- *a\n', '```yaml\n- &a {x: 1}\n- *a\n```\n'],
])('YAML: %s', async (_, yaml, markdown) => {
  expect(await read(yaml, 'x.yaml')).toBe(markdown);
});

test('YAML whose aliases would grow without end stays text', async () => {
  const laughs = [
    'a: &a [x,x]',
    ...'bcdefghij'.split('').map((c, n) => `${c}: &${c} [*${'abcdefghi'[n]},*${'abcdefghi'[n]}]`),
  ];
  const yaml = `- ${laughs.join('\n  ')}\n- x: 1\n`;
  expect(await read(yaml, 'x.yml')).toMatch(/^```yaml\n- a: &a/);
});

test('other XML is a block of code in its declared encoding; entities stay as they are', async () => {
  const xml =
    '<?xml version="1.0" encoding="iso-8859-2"?>\n<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>\n<r>&e; \u00b3</r>\n';
  expect((await readDocument(makeSource(Buffer.from(xml, 'latin1')))).markdown).toBe(
    `\`\`\`xml\n${xml.trimEnd().replace('\u00b3', 'ł')}\n\`\`\`\n`,
  );
});

test.each([
  ['a program by its name', 'x = *y*\n', 'a.py', '```python\nx = *y*\n```\n'],
  [
    'settings by their shape',
    '[main]\nkey = *value*\nother = 1\n',
    undefined,
    '```\n[main]\nkey = *value*\nother = 1\n```\n',
  ],
  ['a log by its name', 'it is *here*\n', 'x.log', '```\nit is *here*\n```\n'],
  ['prose of an unknown name', 'It is *here*, and no code.\n', 'x.story', 'It is \\*here\\*, and no code.\n'],
])('text that is no prose is fenced: %s', async (_, text, name, markdown) => {
  expect(await read(text, name)).toBe(markdown);
});

test('a long text is cut into blocks at line ends and loses nothing', async () => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `${n} = ${'x'.repeat(30)}`);
  const { markdown, pages } = await readDocument(makeSource(lines.join('\n'), 'x.ini'));
  expect(markdown.replaceAll('\n```\n\n```ini\n', '\n')).toBe(`\`\`\`ini\n${lines.join('\n')}\n\`\`\`\n`);
  expect(pages.length).toBe(Math.ceil((lines.join('').length + 60_000) / 3000));
});

test('JSON nested a million deep is text', async () => {
  expect((await read(`${'['.repeat(1_000_000)}1${']'.repeat(1_000_000)}`, 'x.json')).length).toBeGreaterThan(2_000_000);
});
