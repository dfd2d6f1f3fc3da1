import { OCR_FIELDS } from '../../resource/fields.ts';

/** Some engines of other services name languages by ISO 639-1, Tesseract by ISO 639-2/T. */
const TESSERACT_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ar:ara bg:bul ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est fi:fin fr:fra he:heb hi:hin hr:hrv hu:hun ' +
    'id:ind it:ita ja:jpn ko:kor lt:lit lv:lav nl:nld no:nor pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sr:srp sv:swe ' +
    'th:tha tr:tur uk:ukr vi:vie zh:chi_sim ch_sim:chi_sim ch_tra:chi_tra'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const CODE = new RegExp(OCR_FIELDS.languages.pattern);

/**
 * Clients name many languages by default, and a missing one would fail the job: those that the service is not set up
 * for are left out where others remain.
 */
export function readLanguages(
  given: readonly unknown[],
  {
    installed,
    name: field,
    refused,
  }: { readonly installed: readonly string[]; readonly name: string; readonly refused: (message: string) => Error },
): readonly string[] {
  const asked = given.map((name) => {
    const code = typeof name === 'string' ? (TESSERACT_CODES[name.toLowerCase()] ?? name) : '';
    if (!CODE.test(code) || code.length < 3)
      throw refused(`${field} must be language codes such as eng, not ${JSON.stringify(name)}.`);
    return code;
  });
  // The service finds the language by itself, among those whose data only the converters can see.
  if (installed.includes('auto') && asked.length > 1) return [];
  const there = asked.filter((code) => installed.includes(code));
  return (there.length > 0 ? there : asked).slice(0, 8);
}
