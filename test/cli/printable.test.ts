import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printable } from '../../src/cli/printable.ts';
import { runCommand } from './convert/run-command.ts';

/** What a terminal obeys rather than shows, but for line breaks. */
const COMMANDS = /[^\P{Cc}\n]|\p{Bidi_Control}/u;
/** Renames the window, clears the screen, and turns the rest around. */
const HOSTILE = 'a\u001B]0;renamed\u0007\u001B[2J\u009B1m\r\u202Egnp.pdf';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-printable-'));
  await writeFile(join(folder, HOSTILE), '%PDF-1.7 broken');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the name of a file of others', () => {
  it('commands no terminal that the command prints it on', async () => {
    const run = await runCommand(['convert', HOSTILE], { cwd: folder });
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/renamed.*gnp\.pdf: /);
    expect(run.err).not.toMatch(COMMANDS);
  });
});

describe('a text that was made printable', () => {
  it('keeps its length and its lines, and holds no command', () => {
    const hostile = fc.string({
      unit: fc.oneof(fc.constantFrom(...Array.from(HOSTILE), '\n', '\u2066'), fc.string({ unit: 'binary' })),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(COMMANDS);
        expect(shown.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length));
      }),
    );
  });
});
