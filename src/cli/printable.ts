/**
 * A text for a terminal: names and messages of others may hold control characters, with which they could write
 * anywhere on it, or change the order in which the text is read.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
