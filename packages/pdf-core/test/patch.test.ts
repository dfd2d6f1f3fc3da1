import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pdfjsFolder } from '../src/pdfjs-folder.ts';
import { patchCore } from '../src/patch.ts';

const source = readFileSync(`${pdfjsFolder()}/build/pdf.worker.mjs`, 'utf8');

describe('the patched core of pdf.js', () => {
  it('finds the place of each hunk once in the installed version', () => {
    const patched = patchCore(source);
    expect(patched).toMatch(/^export \{\n {2}BaseStream, /m);
    expect(patched).not.toContain('export { WorkerMessageHandler };');
  });

  it('keeps the licence notice and says that it was changed', () => {
    const patched = patchCore(source);
    expect(patched).toContain('Licensed under the Apache License, Version 2.0');
    expect(patched.slice(0, 400)).toContain('and changed');
  });

  it('refuses a source in which the place of a hunk is missing or stands twice', () => {
    const moved = 'pdf.js has moved: 01-exports-and-hooks.patch has no single place for @@ -65450';
    const place = '};\n\nexport { WorkerMessageHandler };\n';
    expect(() => patchCore(source.replace(place, ''))).toThrow(moved);
    expect(() => patchCore(`${source}\n${place}\n//# sourceMappingURL=pdf.worker.mjs.map`)).toThrow(moved);
  });

  it('names an upstream issue in each patch, or says that there is none', () => {
    const folder = new URL('../patches/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const [why] = readFileSync(new URL(name, folder), 'utf8').split('\n--- ');
      if (name !== '01-exports-and-hooks.patch') expect(why, name).toMatch(/^Upstream: .*(?:#\d+|not reported)/m);
    }
  });
});
