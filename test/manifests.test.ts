import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string): Promise<string> => readFile(resolve(import.meta.dirname, '..', path), 'utf8');

interface PackageJson {
  readonly homepage: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly url: string; readonly directory?: string };
}

describe('the manifests of what is published', () => {
  it('name one home, one repository and one license, and keywords to be found by', async () => {
    const own = JSON.parse(await read('package.json')) as PackageJson;
    const { homepage: home } = own;
    const typescript = JSON.parse(await read('clients/typescript/package.json')) as PackageJson;
    const python = await read('clients/python/pyproject.toml');
    const chart = parse(await read('charts/scriptorium/Chart.yaml')) as {
      readonly home: string;
      readonly sources: readonly string[];
      readonly keywords: readonly string[];
      readonly annotations: Readonly<Record<string, string>>;
    };
    for (const { homepage, license, keywords, repository } of [own, typescript]) {
      expect(homepage).toBe(home);
      expect(license).toBe('Apache-2.0');
      expect(repository.url).toBe(`git+${home}.git`);
      expect(keywords).toContain('markdown');
    }
    expect(typescript.repository.directory).toBe('clients/typescript');
    expect(python).toContain(`\nHomepage = "${home}"\nRepository = "${home}.git"\n`);
    expect(python).toMatch(/^license = "Apache-2\.0"$/m);
    expect(python).toMatch(/^keywords = \["markdown"/m);
    expect([chart.home, ...chart.sources]).toEqual([home, home]);
    expect(chart.annotations['artifacthub.io/license']).toBe('Apache-2.0');
    expect(chart.keywords).toContain('markdown');
    const license = await read('LICENSE');
    for (const client of ['python', 'typescript']) expect(await read(`clients/${client}/LICENSE`)).toBe(license);
  });
});
