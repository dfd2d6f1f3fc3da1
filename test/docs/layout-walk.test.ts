import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LAYOUT = resolve(ROOT, 'src/convert/layout');

const decision = readFileSync(resolve(ROOT, 'src/convert/layout/README.md'), 'utf8');
const walk = decision.slice(decision.indexOf('## The walk of a page'), decision.indexOf('## Thresholds'));
const named = [...walk.matchAll(/`((?:[a-z-]+\/)*[a-z-]+\.ts)`/g)].map((found) => found[1]!);
const files = readdirSync(LAYOUT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

describe('the walk of a page in src/convert/layout/README.md', () => {
  it('enters each file of the layout, and each once', () => {
    expect(named.toSorted()).toEqual(files.toSorted());
  });

  it('has the stages in the order of page.ts', () => {
    const page = readFileSync(resolve(LAYOUT, 'page.ts'), 'utf8');
    const stages = [...page.slice(page.indexOf('STAGES')).matchAll(/^ {2}(\w+),$/gm)].map((found) => found[1]!);
    const numbered = [...walk.matchAll(/^\d+\. \*\*`(\w+)`\*\*/gm)].map((found) => found[1]!);
    expect(numbered).toEqual(stages);
  });
});
