import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const LAYOUT = resolve(import.meta.dirname, '../../packages/engine/src/layout');

const guide = readFileSync(resolve(LAYOUT, 'README.md'), 'utf8');
const walk = guide.slice(guide.indexOf('## The walk of a page'), guide.indexOf('## Thresholds'));
const files = readdirSync(LAYOUT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

describe('the walk of a page in packages/engine/src/layout/README.md', () => {
  it('enters each folder of the layout', () => {
    const folders = new Set(files.map((file) => dirname(file)).filter((folder) => folder !== '.'));
    expect([...folders].filter((folder) => !walk.includes(`\`${folder}/`))).toEqual([]);
  });

  it('has the stages in the order of page.ts', () => {
    const page = readFileSync(resolve(LAYOUT, 'page.ts'), 'utf8');
    const calls = /=>\s*([\w(]+)\(raw\)/u.exec(page)?.[1]?.split('(') ?? [];
    const numbered = [...walk.matchAll(/^\d+\. \*\*`(\w+)`\*\*/gm)].map((found) => found[1]!);
    expect(numbered).toEqual(calls.toReversed());
  });
});
