/** `of` in `12 of 97`, and its like in other languages: the source of a pattern. */
export const OF_WORDS = String.raw`of|von|de|sur|di|из|共`;
/** `Page`, also with its letters spaced out, and its like in other languages: the source of a pattern. */
export const PAGE_WORDS = String.raw`p\s?a\s?g\s?e|pp?\.|pg\.?|seite|página|pág\.|pagina|pag\.|sida|side|strona|str\.|стр\.|страница|第`;
