import { anyAtStart } from './languages.ts';

/** Most letters of a salutation. */
const LETTERS = 70;

const SALUTATION = new RegExp(`^(?:${anyAtStart('salutations')})(?: [^.!?]*)?[,:!]$`, 'u');

/** Whether a line is the salutation of a letter, below which its text begins. */
export const isSalutation = (text: string): boolean => text.length <= LETTERS && SALUTATION.test(text);
