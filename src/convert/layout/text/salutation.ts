/** Words with which the salutation of a letter begins, in some languages. */
const BEGIN =
  'Dear|Hello|Hi|Sehr geehrte[rs]?|Liebe[rs]?|Guten Tag|Madame|Monsieur|Ch(?:er|ère)s?|Bonjour|Estimad[oa]s?|Gentil[ei]|' +
  'Egregi[oa]?|Geachte|Beste|Prezad[oa]s?|Caro|Cara|Kære|Hej|Hei|Szanown[aiy]';

/** Most letters of a salutation. */
const LETTERS = 70;

const SALUTATION = new RegExp(`^(?:${BEGIN})(?: [^.!?]*)?[,:!]$`, 'u');

/** Whether a line is the salutation of a letter, below which its text begins. */
export const isSalutation = (text: string): boolean => text.length <= LETTERS && SALUTATION.test(text);
