import type { PdfStream } from './pdf.ts';
import { FIRST_OBJECT, makePdf } from './pdf.ts';

/** Plain prose, three languages, in Latin letters without accents: the fonts have only those. */
export const PROSE = {
  english: [
    'The harbour office counted more arrivals than in any of the ten years before.',
    'Most ships stayed for less than two days, while the others waited for their cargo.',
    'Dredging of the northern channel began in early spring and was rather costly.',
    'Nobody knows what will happen to the old crane when the quay is widened.',
    'The board asked every pilot to send a short report after each difficult passage.',
    'A second survey of the seabed will follow as soon as the weather allows it.',
  ],
  german: [
    'Im vergangenen Jahr liefen mehr Schiffe ein als in den zehn Jahren davor.',
    'Die meisten blieben weniger als zwei Tage, andere warteten lange auf ihre Ladung.',
    'Im Norden begann man mit dem Ausbaggern der Rinne, was sehr teuer wurde.',
    'Niemand kann sagen, was mit dem alten Kran geschehen soll, wenn der Kai breiter wird.',
    'Der Vorstand bittet alle Lotsen um einen kurzen Bericht nach jeder schwierigen Fahrt.',
    'Sobald das Wetter es erlaubt, wird der Grund ein zweites Mal vermessen.',
  ],
  finnish: [
    'Satamaan saapui viime vuonna enemman laivoja kuin kymmenena aiempana vuotena.',
    'Useimmat viipyivat alle kaksi paivaa, mutta muut odottivat pitkaan lastiaan.',
    'Pohjoisen vaylan ruoppaus aloitettiin varhain kevaalla, ja se tuli kalliiksi.',
    'Kukaan ei tieda, mita vanhalle nosturille tapahtuu, kun laituria levennetaan.',
    'Johtokunta pyysi jokaista luotsia kirjoittamaan lyhyen kertomuksen matkasta.',
    'Pohja mitataan uudelleen heti, kun saa sen sallii ja vene on korjattu.',
  ],
} as const;

export type Letters = ReadonlyMap<string, string>;

const SMALL = 'abcdefghijklmnopqrstuvwxyz';

/** Each letter as the one that stands so many places further in a scrambled alphabet, capitals likewise. */
export function cipherOf(places: number): Letters {
  const scrambled = Array.from('qwertyuiopasdfghjklzxcvbnm');
  const pairs = Array.from(SMALL, (letter): [string, string] => {
    const other = scrambled[(scrambled.indexOf(letter) + places) % 26] ?? letter;
    return [letter, other];
  });
  return new Map([...pairs, ...pairs.map(([from, to]): [string, string] => [from.toUpperCase(), to.toUpperCase()])]);
}

/** A map to Unicode that tells these letters, and the truth of all others. */
function mapOf(letters: Letters): PdfStream {
  const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
  const lines = Array.from({ length: 95 }, (_, index) => {
    const letter = String.fromCharCode(32 + index);
    return `<${hex(32 + index, 2)}> <${hex((letters.get(letter) ?? letter).charCodeAt(0), 4)}>`;
  });
  return {
    dict: '',
    data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Map def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${lines.length} beginbfchar
${lines.join('\n')}
endbfchar endcmap end end`,
  };
}

export interface Lying {
  readonly font: string;
  readonly letters: Letters;
  readonly lines: readonly string[];
  /** Lines above it in a font that tells the truth. */
  readonly honest?: readonly string[];
}

/** A page that shows its lines in a font whose map to Unicode tells other letters. */
export function makeLyingPdf({ font, letters, lines, honest = [] }: Lying): Uint8Array {
  const shown = [...honest.map((text) => ['/F1', text]), ...lines.map((text) => ['/F2', text])];
  const content = shown.map(
    ([name, text = ''], index) =>
      `BT ${name} 10 Tf 60 ${720 - 16 * index} Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`,
  );
  return makePdf({
    pages: [{ content: content.join('\n'), font: `/F2 ${FIRST_OBJECT} 0 R` }],
    objects: [
      `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding /ToUnicode ${FIRST_OBJECT + 1} 0 R >>`,
      mapOf(letters),
    ],
  });
}
