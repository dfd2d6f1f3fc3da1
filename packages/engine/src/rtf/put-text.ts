import { symbolText } from '../docx/symbols.ts';
import { decodeBytes } from './fonts.ts';
import type { RtfReading } from './reading.ts';
import type { Destination } from './words.ts';

type TextReader = (reading: RtfReading, text: string) => void;

/** Readers of text by the destination of its group; text of other destinations is dropped. */
const READERS: Partial<Record<Destination, TextReader>> = {
  text({ flow, group }, text) {
    // Changes are taken as accepted.
    if (group.deleted) flow.warn('tracked-deletion-left-out');
    else if (group.hidden) flow.warn('hidden-text-left-out');
    else group.story.text(text, group.look);
  },
  fonts: ({ definitions }, text) => definitions.fontText(text),
  styles: ({ definitions }, text) => definitions.styleText(text),
  label: (reading, text) => void (reading.label += text),
  instruction: ({ group }, text) => {
    if (group.field) group.field.instruction += text;
  },
  picture: ({ group }, text) => group.picture?.hex(text),
  'property-name': (reading, text) => void (reading.propertyName = text.trim()),
  'property-value': ({ group, propertyName }, text) => {
    if (/^wzDescription$/i.test(propertyName) && group.picture) group.picture.alt += text;
  },
  math: ({ group }, text) => group.formula?.text(text),
};

export function putText(reading: RtfReading, text: string): void {
  READERS[reading.group.destination]?.(reading, text);
}

/** Puts text that is written as bytes in the encoding of the group's font. */
export function putBytes(reading: RtfReading, bytes: string): void {
  const font = reading.definitions.fonts.get(reading.group.font ?? -1);
  if (font && /^(?:symbol|wingdings)/i.test(font.name))
    putText(
      reading,
      Array.from(bytes, (char) => symbolText(font.name, char.charCodeAt(0).toString(16))).join('') || bytes,
    );
  else putText(reading, decodeBytes(bytes, font?.encoding ?? reading.codePage));
}
