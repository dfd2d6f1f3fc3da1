/** The most frequent words that say little, without accents, as a model of another language may read them. */
const WORDS: Readonly<Record<string, string>> = {
  eng: 'the of and to in is that for with on be by or as are this from at it was not which an have',
  fra: 'de la le les des et du une un est dans pour que qui sur par au aux avec ce cette sont ne pas en son',
  deu: 'der die das und den von zu mit ist des dem ein eine einer im nicht auf fur werden sich auch als sie oder bei',
  spa: 'de la que el en los las del por con una un para su al es se como y no lo este esta',
  ita: 'di che la il un della per e non con sono una del dei le nel alla in gli i si da delle',
  por: 'de que o a da do em um uma para com os as nao dos no na por se ao das e',
  nld: 'de het een van en in is dat op te zijn met voor niet aan die er als bij ook door wordt',
  swe: 'och att det som av for med den till ett inte ar har en pa om i de skall ska eller vid',
  dan: 'og af til det er at den en for ikke med som pa de i et har kan vil eller ved fra',
  pol: 'w i na z do nie sie ze jest o oraz od dla przez po jak lub przy to za',
};

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** The least share of the words that are frequent in the other language, and how many times that of own ones. */
const LEAST = { share: 0.15, ratio: 2 };
/**
 * A page of fewer than `words` words may have some of them by chance, in names and addresses. It takes this many
 * different ones that are not words of the language that was read.
 */
const SHORT = { words: 40, different: 3 };

const SETS = new Map(Object.entries(WORDS).map(([code, words]) => [code, new Set(words.split(' '))]));

/**
 * The language, by its code, that the words of a page seem to be in, where it is not the one that OCR read them in.
 * Letters that the latter does not have are wrong then, however sure OCR was.
 */
export function otherLanguageOf(texts: readonly string[], language: string): string | undefined {
  const own = SETS.get(language);
  const words = texts.flatMap((text) => plain(text).match(/\p{L}+/gu) ?? []);
  if (!own) return undefined;
  const shareOf = (set: ReadonlySet<string>): number => words.filter((word) => set.has(word)).length / words.length;
  const least = Math.max(LEAST.share, LEAST.ratio * shareOf(own));
  const isCertain = (set: ReadonlySet<string>): boolean =>
    words.length >= SHORT.words ||
    new Set(words.filter((word) => word.length > 1 && set.has(word) && !own.has(word))).size >= SHORT.different;
  const [best] = [...SETS]
    .map(([code, set]) => ({ code, set, share: shareOf(set) }))
    .filter(({ set, share }) => share > least && isCertain(set))
    .toSorted((a, b) => b.share - a.share);
  return best?.code;
}
