import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createExtraction } from '../../src/pdf/extract.ts';
import { unpackObjects } from '../../src/pdf/object-streams.ts';
import { openPdf } from '../../src/pdf/open.ts';

const OBJECTS: readonly (readonly [number, string])[] = [
  [2, '<< /Type /Catalog /Pages 3 0 R >>'],
  [3, '<< /Type /Pages /Count 1 /Kids [4 0 R] >>'],
  [4, '<< /Type /Page /Parent 3 0 R /MediaBox [0 0 300 200] /Contents 6 0 R /Resources << /Font << /F1 5 0 R >> >> >>'],
  [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
];

function objectStream(): string {
  let at = 0;
  const pairs = OBJECTS.map(([number, body]) => {
    const pair = `${number} ${at}`;
    at += body.length + 1;
    return pair;
  }).join(' ');
  const data = deflateSync(Buffer.from(`${pairs} ${OBJECTS.map(([, body]) => body).join(' ')}`, 'latin1')).toString(
    'latin1',
  );
  return `1 0 obj\n<< /Type /ObjStm /N ${OBJECTS.length} /First ${pairs.length + 1} /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`;
}

describe('compressed object streams', () => {
  it('give their objects', () => {
    const text = objectStream();
    expect(unpackObjects(text, text.indexOf('obj') + 3)).toEqual(OBJECTS.map(([number, body]) => ({ number, body })));
  });

  it('give what there is when they are cut off, and nothing when they are something else', () => {
    const text = objectStream();
    const cut = unpackObjects(text.slice(0, text.indexOf('stream\n') + 140), text.indexOf('obj') + 3);
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.length).toBeLessThanOrEqual(OBJECTS.length);
    expect(unpackObjects('1 0 obj << /Type /XRef >> stream\nabc', 7)).toEqual([]);
    expect(
      unpackObjects('1 0 obj << /Type /ObjStm /N 2 /First 9 /Filter /FlateDecode >> stream\nnot packed', 7),
    ).toEqual([]);
  });

  it('are read when a document lost its end and its cross-reference stream with it', async () => {
    const content = 'BT /F1 12 Tf 20 100 Td (still here) Tj ET';
    const bytes = Buffer.from(
      `%PDF-1.7\n6 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n${objectStream()}7 0 obj\n<< /Type /XRef /Si`,
      'latin1',
    );
    const pdf = await openPdf(new Uint8Array(bytes));
    const { raw } = await createExtraction(pdf).page(1);
    pdf.close();
    expect(pdf.repaired).toBe(true);
    expect(raw.runs.map(({ text }) => text).join(' ')).toBe('still here');
  });
});
