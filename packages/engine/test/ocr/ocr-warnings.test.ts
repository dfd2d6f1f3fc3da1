import { describe, expect, it } from 'vitest';
import { ocrWarnings } from '../../src/ocr/ocr-warnings.ts';
import type { ReadPicture } from '../../src/ocr/read-picture.ts';

/** Words of five letters, so many of each confidence. */
const page = (counts: Readonly<Record<number, number>>): Pick<ReadPicture, 'runs' | 'confidence'> => {
  const runs = Object.entries(counts).flatMap(([confidence, count]) =>
    Array.from({ length: count }, () => ({ text: 'words', confidence: Number(confidence) })),
  );
  const mean = runs.reduce((sum, run) => sum + run.confidence, 0) / (runs.length || 1);
  return { runs: runs as unknown as ReadPicture['runs'], confidence: Math.round(mean) };
};
const kindsOf = (read: ReturnType<typeof page>): string[] => ocrWarnings(read, 3).map(({ kind }) => kind);

describe('the warning of low confidence', () => {
  it('is given for a page that is read badly as a whole, with the words in doubt', () => {
    expect(ocrWarnings(page({ 90: 60, 40: 40 }), 3)).toEqual([
      { kind: 'low-ocr-confidence', page: 3, count: 40, detail: 'mean confidence 70 of 100' },
    ]);
  });

  it('is given for a part that is read badly on a page whose mean is good', () => {
    expect(ocrWarnings(page({ 96: 180, 45: 20 }), 3)).toEqual([
      { kind: 'low-ocr-confidence', page: 3, count: 20, detail: 'mean confidence 91 of 100' },
    ]);
  });

  it('is not given for some words in doubt, as icons are', () => {
    expect(kindsOf(page({ 96: 190, 45: 10 }))).toEqual(['read-by-ocr']);
    expect(kindsOf(page({}))).toEqual(['no-text-found']);
  });
});

describe('the warning of what was left out', () => {
  it('says that a page cannot be read, and which language was tried', () => {
    expect(ocrWarnings({ runs: [], confidence: 27, language: 'eng', isUnreadable: true }, 3)).toEqual([
      { kind: 'ocr-unreadable', page: 3, count: 1, detail: 'mean confidence 27 of 100, read as eng' },
    ]);
  });

  it('says how many lines of a page could not be read', () => {
    expect(ocrWarnings({ ...page({ 96: 40 }), leftOut: 2 }, 3)).toEqual([
      { kind: 'read-by-ocr', page: 3, count: 1, detail: 'mean confidence 96 of 100' },
      { kind: 'ocr-left-out', page: 3, count: 2 },
    ]);
  });
});

describe('the warning of another language', () => {
  const kindsIn = (text: string, language: string): string[] => {
    const runs = text.split(' ').map((word) => ({ text: word, confidence: 95 })) as unknown as ReadPicture['runs'];
    return ocrWarnings({ runs, confidence: 95, language }, 3).map(({ kind }) => kind);
  };
  const FRENCH =
    "Les membres de l'association se sont réunis en Assemblée Générale ordinaire a distance. Le président de la séance " +
    "rappelle que I'Assemblée est appelée a statuer sur I'ordre du jour suivant, et il remercie tous les membres qui " +
    'ont participé a divers événements. Le bilan est adopté par treize voix pour et une abstention dans cette séance.';
  const ENGLISH =
    'The members of the association met at a distance. The president of the meeting recalls that the assembly is to ' +
    'decide on the following agenda, and he thanks all the members who took part in various events. The balance sheet ' +
    'is adopted by thirteen votes in favour and one abstention in this meeting, and the treasurer speaks of the costs.';

  it('is given for text whose frequent words are those of a language without data, on a short page, too', () => {
    expect(kindsIn(FRENCH, 'eng')).toEqual(['read-by-ocr', 'ocr-language']);
    expect(kindsIn(FRENCH.slice(0, 90), 'eng')).toEqual(['read-by-ocr', 'ocr-language']);
    expect(kindsIn('Der Bericht uber die Pegel am Hafen ist fertig und liegt bei der Verwaltung', 'eng')).toEqual([
      'read-by-ocr',
      'ocr-language',
    ]);
  });

  it('names the language', () => {
    const runs = FRENCH.split(' ').map((text) => ({ text, confidence: 95 })) as unknown as ReadPicture['runs'];
    expect(ocrWarnings({ runs, confidence: 95, language: 'eng' }, 3)).toContainEqual({
      kind: 'ocr-language',
      page: 3,
      count: 1,
      detail: 'fra',
    });
  });

  it('is not given for text in the language that was read, nor for a few words of another', () => {
    expect(kindsIn(FRENCH, 'fra')).toEqual(['read-by-ocr']);
    expect(kindsIn(ENGLISH, 'eng')).toEqual(['read-by-ocr']);
    expect(kindsIn(`${ENGLISH} ${FRENCH.slice(0, 90)}`, 'eng')).toEqual(['read-by-ocr']);
    expect(kindsIn('Casa de la Cruz, Calle de la Paz 4, San Jose', 'eng')).toEqual(['read-by-ocr']);
    expect(kindsIn('Report on the tides of De La Rue et al', 'eng')).toEqual(['read-by-ocr']);
  });
});
