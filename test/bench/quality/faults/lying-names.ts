import type { Objects } from './objects.ts';

/** The encryption of a Type 1 font's private part (Adobe Type 1 Font Format, chapter 7). */
function eexec(bytes: Buffer, decrypt: boolean): Buffer {
  const result = Buffer.alloc(bytes.length);
  let key = 55_665;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    const other = byte ^ (key >> 8);
    result[index] = other;
    key = (((decrypt ? byte : other) + key) * 52_845 + 22_719) & 0xff_ff;
  }
  return result;
}

/** Renames the glyphs of one letter; a name keeps its length, so nothing moves. */
function renameGlyphs(program: Buffer, clear: number, letters: ReadonlyMap<string, string>, secret: number): Buffer {
  const head = program
    .subarray(0, clear)
    .toString('latin1')
    .replaceAll(
      /(dup \d+ \/)([A-Za-z])( put)/gu,
      (_, before: string, name: string, after: string) => before + (letters.get(name) ?? name) + after,
    );
  const text = eexec(program.subarray(clear, clear + secret), true);
  const start = text.indexOf('/CharStrings');
  let at = text.indexOf('begin', start);
  while (at >= 0 && at < text.length) {
    const found = /\/([\w.]+) (\d+) (?:RD|-\|) /u.exec(text.toString('latin1', at, at + 120));
    if (!found) break;
    const [all, name = '', length] = found;
    const place = at + found.index;
    const other = letters.get(name);
    if (other) text.write(other, place + 1, 'latin1');
    at = place + all.length + Number(length);
  }
  return Buffer.concat([Buffer.from(head, 'latin1'), eexec(text, false), program.subarray(clear + secret)]);
}

/**
 * Glyph names that tell other letters than the glyphs show, in the font programs and in the encodings alike, so that
 * the page looks as before; and no maps to Unicode that would tell the truth.
 */
export function cipherNames(objects: Objects, letters: ReadonlyMap<string, string>): void {
  const done = new Set<unknown>();
  for (const font of objects.dicts()) {
    if (font['/Type'] !== '/Font' || font['/Subtype'] !== '/Type1') continue;
    delete font['/ToUnicode'];
    const reference = objects.dict(font['/FontDescriptor'])?.['/FontFile'];
    const program = objects.stream(reference);
    const facts = objects.dict(reference);
    if (program && facts && !done.has(reference)) {
      done.add(reference);
      objects.setStream(
        reference,
        renameGlyphs(program, Number(facts['/Length1']), letters, Number(facts['/Length2'])),
      );
    }
    const encoding = objects.dict(font['/Encoding']);
    const names = encoding?.['/Differences'];
    if (!Array.isArray(names) || done.has(encoding)) continue;
    done.add(encoding);
    encoding!['/Differences'] = names.map((name) =>
      typeof name === 'string' ? `/${letters.get(name.slice(1)) ?? name.slice(1)}` : name,
    );
  }
}
