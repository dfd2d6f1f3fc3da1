import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const WIDTH = 120;

const files = ['src', 'packages', 'test', 'scripts', 'docs']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .concat(readdirSync(ROOT))
  .filter(
    (path) =>
      /\.(ts|css|md)$/.test(path) &&
      !/node_modules|^packages\/[\w-]+\/dist\/|\/generated\/|\/\.corpus\/|^test\/bench\/notes\/|\.expected\.md$/.test(
        path,
      ),
  );

/** Lines that are too long, but for those that a pattern excuses: what has no place to break. */
function longLines(paths: readonly string[], excused: (line: string) => boolean, inFences = true): string[] {
  return paths.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const lines = (
      inFences ? text : text.replaceAll(/^ *(```+)[\s\S]*?^ *\1/gm, (block) => block.replaceAll(/.+/g, ''))
    ).split('\n');
    return lines.flatMap((line, index) =>
      Array.from(line).length > WIDTH && !excused(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 60)}`] : [],
    );
  });
}

describe(`no line is longer than ${WIDTH} characters`, () => {
  it('in a document, but for tables, code and links', () => {
    const documents = files.filter((path) => path.endsWith('.md'));
    expect(longLines(documents, (line) => /^\s*\||^\s*\S*\]\(\S+\)\S*$/.test(line), false)).toEqual([]);
  });

  // oxfmt breaks all lines of code that can be broken, and leaves comments alone.
  it('in a comment, but for URLs', () => {
    const code = files.filter((path) => /^(src|packages|test|scripts)\/.*\.(ts|css)$/.test(path));
    const isComment = (line: string): boolean => /^\s*(\/?\*|\/\/)/.test(line);
    expect(longLines(code, (line) => !isComment(line) || /https?:\/\/\S+$/.test(line))).toEqual([]);
  });
});
