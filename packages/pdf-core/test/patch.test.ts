import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pdfjsFolder } from '../src/pdfjs-folder.ts';
import { patchCore } from '../src/patch.ts';

const source = readFileSync(`${pdfjsFolder()}/build/pdf.worker.mjs`, 'utf8');

describe('the patched core of pdf.js', () => {
  it('finds each of its anchors once in the installed version', () => {
    const patched = patchCore(source);
    expect(patched).toContain('export { BaseStream,');
    expect(patched).not.toContain('export { WorkerMessageHandler };');
  });

  it('keeps the licence notice and says that it was changed', () => {
    const patched = patchCore(source);
    expect(patched).toContain('Licensed under the Apache License, Version 2.0');
    expect(patched.slice(0, 400)).toContain('and changed');
  });

  it('refuses a source in which an anchor is missing or stands twice', () => {
    expect(() => patchCore(source.replace('export { WorkerMessageHandler };', ''))).toThrow('pdf.js has moved');
    expect(() => patchCore(`${source}\nexport { WorkerMessageHandler };`)).toThrow('pdf.js has moved');
  });
});
