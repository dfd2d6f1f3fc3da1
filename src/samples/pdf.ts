/**
 * One page of text as a PDF (ISO 32000-2, 7.5): lines of ASCII without parentheses. Readers repair a missing
 * cross-reference table, but the sample should take the common way.
 */
export function samplePdf(lines: readonly string[]): Buffer {
  const content = `BT /F1 12 Tf 16 TL 72 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(content),
  ];
  return pdfOf(objects);
}

/** A stream object of bytes as Latin-1 text. */
export const stream = (content: string, entries = ''): string =>
  `<< ${entries}/Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A file of these objects, the first of which is the catalog. */
export function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const rows = objects.map((object, i) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
