import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../src/ocr/engine.ts';
import { languageData } from '../../src/ocr/languages.ts';
import { drawPicture, LETTER } from '../../../../test/make/picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

const ROOT = resolve(import.meta.dirname, '../../../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ocr-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('Engine', () => {
  it('throws when the language data is no language data, and again when asked again', async () => {
    const path = join(folder, 'xyz.traineddata');
    await writeFile(path, 'nothing of use');
    const engine = new Engine(languageData({ languages: ['xyz'], dataFolder: folder }));
    const picture = drawPicture(LETTER, 72);
    await expect(engine.recognize(picture, 72)).rejects.toThrow();
    await expect(engine.recognize(picture, 72)).rejects.toThrow();
    await engine.close();
  });

  it('answers calls that overlap each with its own picture', async () => {
    const engine = new Engine(languageData({ languages: ['eng'] }));
    const of = (word: string) =>
      drawPicture({ width: 200, height: 60, texts: [{ text: word, x: 20, y: 40, size: 20 }] }, 150);
    const answers = await Promise.all(['Alpha', 'Beta', 'Gamma'].map((word) => engine.recognize(of(word), 150)));
    expect(answers.map(({ lines }) => lines[0]?.words[0]?.text)).toEqual(['Alpha', 'Beta', 'Gamma']);
    await engine.close();
  });

  it('works with an empty environment, no network and leave for worker threads and addons only', async () => {
    const script = join(folder, 'read.ts');
    const picture = join(folder, 'letter.json');
    const { data, width, height } = drawPicture(LETTER, 150);
    await writeFile(picture, JSON.stringify({ data: Buffer.from(data).toString('base64'), width, height }));
    await writeFile(
      script,
      `import { readFileSync } from 'node:fs';
      import { Engine } from '${ROOT}/packages/engine/src/ocr/engine.ts';
      import { languageData } from '${ROOT}/packages/engine/src/ocr/languages.ts';
      globalThis.fetch = () => { throw new Error('the network was used'); };
      const { data, width, height } = JSON.parse(readFileSync('${picture}', 'utf8'));
      const engine = new Engine(languageData({ languages: ['eng'] }));
      const { lines } = await engine.recognize({ data: Buffer.from(data, 'base64'), width, height }, 150);
      console.log(lines.length);
      await engine.close();`,
    );
    const child = spawn(process.execPath, ['--permission', '--allow-worker', '--allow-fs-read=/', script], {
      env: {},
      cwd: folder,
    });
    const [said, complained, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((done) => child.on('exit', done)),
    ]);
    expect([code, said.trim()], complained).toEqual([0, '7']);
  });
});

describe('languageData', () => {
  it('refuses a language that is not there, by name, and a code that is none', () => {
    expect(() => languageData({ languages: ['deu'] })).toThrow('"deu"');
    expect(() => languageData({ languages: ['../eng'] })).toThrow('not an OCR language code');
  });

  it('prefers the data folder, and has English anyway', async () => {
    await writeFile(join(folder, 'deu.traineddata.gz'), '');
    const found = languageData({ languages: ['deu', 'eng'], dataFolder: folder });
    expect(found[0]).toEqual({ code: 'deu', path: join(folder, 'deu.traineddata.gz') });
    expect(found[1]?.path).toMatch(/4\.0\.0_best_int\/eng\.traineddata\.gz$/);
  });
});
