const NOTE_LINE = /^(?:notes?|sources?|exhibit reads|n\.?b\.?)\s?:/iu;

/** A note or a source with its label. */
export const isNote = (text: string): boolean => NOTE_LINE.test(text);
