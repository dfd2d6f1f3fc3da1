/** A PDF with one page for each text, set in Helvetica line by line from the top. Texts are ASCII. */
export function makeTextPdf(pages: readonly string[]): Uint8Array {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const kids: string[] = [];
  for (const text of pages) {
    const content = `BT /F1 12 Tf 14 TL 72 720 Td ${text
      .split('\n')
      .map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
      .join(' ')} ET`;
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length} 0 R >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`;
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}

/** A PDF whose pages have a running header and a footer, which its Markdown leaves out with a warning. */
export function makeReportPdf(pages: number): Uint8Array {
  return makeTextPdf(
    Array.from(
      { length: pages },
      (_, i) => `Harbour survey\n\n\n\nWhat was found on day ${i + 1}, which was clear,\nis told here in two lines.`,
    ),
  );
}

/** A PDF of so many pages, each of which names itself. */
export function makeNumberedPdf(pages: number): Uint8Array {
  return makeTextPdf(
    Array.from(
      { length: pages },
      (_, i) =>
        `This is the text of page number ${i + 1} of the document.\nIt has a second line that ends the paragraph.`,
    ),
  );
}
