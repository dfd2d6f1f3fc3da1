import type { Random } from '../corpus/random.ts';
import type { Dict, Objects } from './objects.ts';

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/** A letter for each letter and a digit for each digit, none for itself. */
export function cipherOf(random: Random): Map<string, string> {
  const cipher = new Map<string, string>();
  for (const alphabet of ALPHABETS) {
    const order = random.sample(Array.from(alphabet), alphabet.length);
    order.forEach((letter, index) => cipher.set(letter, order[(index + 1) % order.length] ?? letter));
  }
  return cipher;
}

/** Codes of a ToUnicode map with their texts. */
function readMap(text: string): [code: string, text: string][] {
  const decoded = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  const pairs: [string, string][] = [];
  for (const [, body = ''] of text.matchAll(/beginbfchar(.*?)endbfchar/gsu))
    for (const [, code = '', target = ''] of body.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>/giu))
      pairs.push([code, decoded(target)]);
  for (const [, body = ''] of text.matchAll(/beginbfrange(.*?)endbfrange/gsu)) {
    for (const [, from = '', to = '', first, list] of body.matchAll(
      /<([\da-f]+)>\s*<([\da-f]+)>\s*(?:<([\da-f]+)>|\[(.*?)\])/gisu,
    )) {
      const start = Number.parseInt(from, 16);
      const listed = [...(list ?? '').matchAll(/<([\da-f]+)>/giu)].map(([, hex = '']) => decoded(hex));
      for (let code = start; code <= Number.parseInt(to, 16); code++) {
        const head = first ? decoded(first) : '';
        const next = first
          ? head.slice(0, -1) + String.fromCharCode(head.charCodeAt(head.length - 1) + code - start)
          : (listed[code - start] ?? '');
        pairs.push([code.toString(16).padStart(from.length, '0'), next]);
      }
    }
  }
  return pairs;
}

function writeMap(pairs: readonly (readonly [string, string])[]): Buffer {
  const size = pairs[0]?.[0].length ?? 4;
  const encoded = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const chunks: string[] = [];
  for (let at = 0; at < pairs.length; at += 100) {
    const part = pairs.slice(at, at + 100);
    chunks.push(
      `${part.length} beginbfchar\n${part.map(([code, text]) => `<${code}> <${encoded(text)}>`).join('\n')}\nendbfchar`,
    );
  }
  return Buffer.from(`/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <${'0'.repeat(size)}> <${'f'.repeat(size)}> endcodespacerange
${chunks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`);
}

function fontsOf(objects: Objects): Dict[] {
  return objects.dicts().filter((dict) => dict['/Type'] === '/Font' && dict['/ToUnicode'] !== undefined);
}

/** ToUnicode maps that tell other letters than those that are drawn; of the first fonts only, if told. */
export function cipherMaps(objects: Objects, letters: ReadonlyMap<string, string>, most = Infinity): void {
  for (const font of fontsOf(objects).slice(0, most)) {
    const map = objects.stream(font['/ToUnicode']);
    if (!map) continue;
    const pairs = readMap(map.toString('latin1')).map(
      ([code, text]) => [code, Array.from(text, (letter) => letters.get(letter) ?? letter).join('')] as const,
    );
    objects.setStream(font['/ToUnicode'], writeMap(pairs));
  }
}

export function dropMaps(objects: Objects): void {
  for (const font of fontsOf(objects)) delete font['/ToUnicode'];
}
