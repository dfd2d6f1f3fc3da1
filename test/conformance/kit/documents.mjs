// Test documents, made in code. Every one carries words of its own, so that no two hit the same cache entry by accident.
import { createHash, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const letters = (count) => Array.from(randomBytes(count), (b) => String.fromCharCode(97 + (b % 26))).join('');
/** A word that no prose contains and that nothing takes for a page number. */
export const marker = () => `zq${letters(12)}xj`;
export const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const vocabulary = `river stone garden winter letter bridge market window silver meadow harbor lantern copper village
  thunder orchard timber station kitchen mountain feather journey candle island sailor painter anchor valley forest
  carries follows remembers covers answers crosses gathers repairs measures describes under beside before within
  quiet early narrow bright heavy distant patient gentle hollow ancient`.split(/\s+/);
const word = () => vocabulary[Math.floor(Math.random() * vocabulary.length)];
const sentence = () => {
  const words = Array.from({ length: 8 + Math.floor(Math.random() * 7) }, word);
  return `${words[0][0].toUpperCase()}${words.join(' ').slice(1)}.`;
};
const paragraph = (mark) =>
  [
    sentence(),
    sentence(),
    `The ${word()} named ${mark ?? word()} ${word()} the ${word()}.`,
    sentence(),
    sentence(),
  ].join(' ');

/** `pages` pages of prose, each with one marker in the middle of its text. */
export function story(pages, { paragraphs = 3, ...options } = {}) {
  const markers = Array.from({ length: pages }, marker);
  const texts = markers.map((mark) =>
    Array.from({ length: paragraphs }, (_, i) => paragraph(i === Math.floor(paragraphs / 2) ? mark : undefined)),
  );
  return { ...pdf(texts, options), markers, pages };
}

const escape = (text) => text.replace(/[\\()]/g, (c) => `\\${c}`);

function wrap(text, width) {
  const lines = [''];
  for (const next of text.split(' ')) {
    const line = lines.at(-1);
    if (line && line.length + next.length >= width) lines.push(next);
    else lines[lines.length - 1] = line ? `${line} ${next}` : next;
  }
  return lines;
}

function pageContent(paragraphs, image) {
  let y = image ? 560 : 730;
  const out = image ? ['q 240 0 0 160 72 590 cm /Im0 Do Q'] : [];
  out.push('BT /F1 11 Tf');
  for (const lines of paragraphs.map((p) => wrap(p, 82))) {
    for (const line of lines) {
      out.push(`1 0 0 1 72 ${y} Tm (${escape(line)}) Tj`);
      y -= 14;
    }
    y -= 10;
  }
  out.push('ET');
  return Buffer.from(out.join('\n'), 'latin1');
}

/** A PDF 1.4 file of the given pages (arrays of paragraphs, Latin-1), by ISO 32000-1 section 7. */
export function pdf(pages, { image = false, password } = {}) {
  const id = randomBytes(16);
  const lock = password === undefined ? undefined : standardSecurity(password, id);
  const objects = [];
  const add = (body) => objects.push(body);
  const stream = (dictionary, bytes) => {
    const data = lock ? lock.encrypt(objects.length + 1, bytes) : bytes;
    return add(
      Buffer.concat([
        Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
        data,
        Buffer.from('\nendstream'),
      ]),
    );
  };
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(''); // the page tree, once its kids are known
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const picture =
    image &&
    stream(
      '/Type /XObject /Subtype /Image /Width 240 /Height 160 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
      deflateSync(pixels(240, 160)),
    );
  const kids = pages.map((paragraphs, i) => {
    const shows = image && i === 0;
    const content = stream('', pageContent(paragraphs, shows));
    const resources = `/Font << /F1 3 0 R >>${shows ? ` /XObject << /Im0 ${picture} 0 R >>` : ''}`;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents ${content} 0 R >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Count ${pages.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  if (lock) add(lock.dictionary);

  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let offset = parts[0].length;
  const offsets = objects.map((body, i) => {
    const part = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(body, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    offset += part.length;
    return offset - part.length;
  });
  const hex = `<${id.toString('hex')}>`;
  parts.push(
    Buffer.from(
      [
        `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`,
        ...offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`),
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /ID [${hex} ${hex}]${lock ? ` /Encrypt ${objects.length} 0 R` : ''} >>\n`,
        `startxref\n${offset}\n%%EOF\n`,
      ].join(''),
    ),
  );
  return { bytes: Buffer.concat(parts), fileName: 'story.pdf', fileType: 'application/pdf' };
}

function pixels(width, height) {
  const [r, g, b] = randomBytes(3);
  const out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out.set([(x + r) % 256, (y + g) % 256, (x * y + b) % 256], (y * width + x) * 3);
  return out;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts) => createHash('md5').update(Buffer.concat(parts)).digest();

function rc4(key, data) {
  const s = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + s[i] + key[i % key.length]) & 255;
    [s[i], s[j]] = [s[j], s[i]];
  }
  let i = 0,
    j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + s[i]) & 255;
      [s[i], s[j]] = [s[j], s[i]];
      return byte ^ s[(s[i] + s[j]) & 255];
    }),
  );
}

/** The standard security handler, revision 2 (ISO 32000-1 section 7.6.3): the file opens with the password only. */
function standardSecurity(password, id) {
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`,
    encrypt: (number, data) =>
      rc4(md5(key, Buffer.from([number & 255, (number >> 8) & 255, number >> 16, 0, 0])).subarray(0, 10), data),
  };
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc32 = (bytes) =>
  (bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 255] ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

/** A zip archive whose entries are stored as they are. */
export function zip(files) {
  const bodies = [],
    directory = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path),
      data = Buffer.from(text);
    const common = Buffer.alloc(26); // version, flags, method, time, date, crc, sizes, name length, extra length
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x5a21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14); // comment length, disk, attributes, offset
    tail.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from('PK\x03\x04'), common, name, data);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, tail, name);
    offset += 30 + name.length + data.length;
  }
  const list = Buffer.concat(directory),
    end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

const xml = (body) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const office = 'http://schemas.openxmlformats.org';
const ooxml = 'application/vnd.openxmlformats-officedocument';
const types = (parts) =>
  xml(
    `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
      parts,
    )
      .map(([part, type]) => `<Override PartName="${part}" ContentType="${ooxml}.${type}+xml"/>`)
      .join('')}</Types>`,
  );
const relations = (targets) =>
  xml(
    `<Relationships xmlns="${office}/package/2006/relationships">${targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`,
  );

export function docx(paragraphs) {
  const body = paragraphs.map((p) => `<w:p><w:r><w:t xml:space="preserve">${p}</w:t></w:r></w:p>`).join('');
  return {
    bytes: zip({
      '[Content_Types].xml': types({ '/word/document.xml': 'wordprocessingml.document.main' }),
      '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
      'word/document.xml': xml(
        `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ),
    }),
    fileName: 'letter.docx',
    fileType: `${ooxml}.wordprocessingml.document`,
  };
}

export function xlsx(rows) {
  const cells = (row) =>
    row
      .map((v) => (typeof v === 'number' ? `<c><v>${v}</v></c>` : `<c t="inlineStr"><is><t>${v}</t></is></c>`))
      .join('');
  return {
    bytes: zip({
      '[Content_Types].xml': types({
        '/xl/workbook.xml': 'spreadsheetml.sheet.main',
        '/xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
      }),
      '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
      'xl/workbook.xml': xml(
        `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': relations([['worksheet', 'worksheets/sheet1.xml']]),
      'xl/worksheets/sheet1.xml': xml(
        `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`,
      ),
    }),
    fileName: 'table.xlsx',
    fileType: `${ooxml}.spreadsheetml.sheet`,
  };
}

export const csv = (rows) => ({
  bytes: Buffer.from(rows.map((row) => row.join(',')).join('\n') + '\n'),
  fileName: 'table.csv',
  fileType: 'text/csv',
});

// Five by seven dots a letter, a row of five bits a number.
const glyphs = {
  C: [14, 17, 16, 16, 16, 17, 14],
  O: [14, 17, 17, 17, 17, 17, 14],
  N: [17, 25, 21, 19, 17, 17, 17],
  V: [17, 17, 17, 17, 17, 10, 4],
  E: [31, 16, 16, 30, 16, 16, 31],
  R: [30, 17, 17, 30, 20, 18, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  ' ': [0, 0, 0, 0, 0, 0, 0],
};

/** A grey PNG that shows a word; one random pixel row makes it unlike any other. */
export function png(text = 'CONVERT ONCE') {
  const scale = 8,
    width = (text.length * 6 + 4) * scale,
    height = 11 * scale;
  const rows = Buffer.alloc((width + 1) * height, 255);
  for (let y = 0; y < height; y++) {
    rows[y * (width + 1)] = 0;
    const gy = Math.floor(y / scale) - 2;
    for (let x = 0; x < width; x++) {
      const gx = Math.floor(x / scale) - 2,
        glyph = glyphs[text[Math.floor(gx / 6)]];
      if (glyph && gy >= 0 && gy < 7 && gx >= 0 && gx % 6 < 5 && (glyph[gy] >> (4 - (gx % 6))) & 1)
        rows[y * (width + 1) + 1 + x] = 0;
    }
  }
  randomBytes(8).forEach((byte, i) => (rows[1 + i] = 247 + (byte % 9)));
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]),
      out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return {
    bytes: Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
    fileName: 'word.png',
    fileType: 'image/png',
  };
}
