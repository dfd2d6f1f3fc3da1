import { anyOf } from '../../lexicon/languages.ts';

/**
 * What notes below a table begin with: a word, or a sign (`(*)`, `:`) or term that is explained; one of the words is
 * needed.
 */
const NOTE = new RegExp(`^(?:${anyOf('notes')})\\s*:?$`, 'iu');
const LABEL = /^(?:.{1,24}:|[([]?[^\p{L}\s]{1,3}[)\]]?|[([]?\p{L}[)\]])$/u;
const NOTE_LINE = /^(?:notes?|sources?|exhibit reads|n\.?b\.?)\s?:/iu;

/** Labels of notes and sources below each other. */
export const areNotes = (labels: readonly string[]): boolean =>
  labels.some((text) => NOTE.test(text)) && labels.every((text) => LABEL.test(text));

/** A note or a source with its label. */
export const isNote = (text: string): boolean => NOTE_LINE.test(text);
