/** Whether an e-mail address is somewhere in a text. */
export const holdsMailAddress = (text: string): boolean => text.includes('@') && /\S@[^\s@]+\.\p{L}/u.test(text);

export const endsInMailAddress = (text: string): boolean => text.includes('@') && /\S@[^\s@]+\.\p{L}+$/u.test(text);
