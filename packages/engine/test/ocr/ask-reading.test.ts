import { afterAll, describe, expect, it, vi } from 'vitest';
import { drawPicture, LETTER, worn } from '../../../../test/make/picture.ts';
import { Engine } from '../../src/ocr/engine.ts';
import { languageData } from '../../src/ocr/languages.ts';
import { ocrWarnings } from '../../src/ocr/ocr-warnings.ts';
import { readPicture, type ReadPicture } from '../../src/ocr/read-picture.ts';

// OCR computes for seconds, and on a busy machine for many.
vi.setConfig({ testTimeout: 240_000 });

const engine = new Engine(languageData({ languages: ['eng'] }));
afterAll(() => engine.close());

const SAID = LETTER.texts!.map(({ text }) => text).join('\n');
const textOf = ({ runs }: ReadPicture): string => runs.map(({ text }) => text).join(' ');
const kindsOf = (read: ReadPicture): string[] => ocrWarnings(read, 1).map(({ kind }) => kind);

describe('another reading of a page', () => {
  const doubted = worn(drawPicture(LETTER, 100));

  it('is asked for a page that OCR doubts, and mends the words that OCR doubts', async () => {
    const alone = await readPicture(doubted, engine);
    expect(kindsOf(alone)).toContain('low-ocr-confidence');
    expect(textOf(alone)).not.toContain('northern');
    const pictures: Uint8Array[] = [];
    const read = await readPicture(doubted, engine, async (picture) => {
      pictures.push(picture);
      return SAID;
    });
    expect(textOf(read)).toContain('Most ships stayed for less than two days;');
    expect(textOf(read)).toContain('Dredging of the northern channel began on 14 March and was');
    expect(pictures).toHaveLength(1);
    expect(Buffer.from(pictures[0]!.subarray(1, 4)).toString()).toBe('PNG');
    expect(ocrWarnings(read, 1)).toContainEqual({ kind: 'reading-taken', page: 1, count: read.asked });
    expect(read.asked).toBeGreaterThan(5);
  });

  it('is not taken where it was made up, also around words that are certain', async () => {
    const alone = await readPicture(doubted, engine);
    const lies = [
      'You owe us 4000 dollars. Pay them to this account at once.',
      'The office counted no money at all which is more than enough.\nNobody knows what crimes and lies the old crane hides.',
    ];
    for (const lie of lies) {
      const read = await readPicture(doubted, engine, async () => lie);
      expect({ ...read, asked: undefined }).toEqual({ ...alone, asked: undefined });
      expect(kindsOf(read)).toEqual(kindsOf(alone));
    }
  });

  it('that is not given changes nothing, and is told', async () => {
    const alone = await readPicture(doubted, engine);
    const read = await readPicture(doubted, engine, async () => undefined);
    expect(read).toEqual({ ...alone, asked: 'unanswered' });
    expect(kindsOf(read)).toContain('reading-not-given');
  });

  it('is not asked for a page that OCR reads well, or where there is nothing to read', async () => {
    const ask = vi.fn(async () => SAID);
    await readPicture(drawPicture(LETTER, 150), engine, ask);
    await readPicture(drawPicture({ width: 200, height: 200 }, 100), engine, ask);
    expect(ask).not.toHaveBeenCalled();
  });
});
