/**
 * Loads what almost every document needs before there is a document: most are PDFs. The readers of other formats are small, and are loaded when
 * their document comes.
 */
export async function warmUp(): Promise<void> {
  await Promise.all([import('../convert/convert.ts'), import('../convert/merge.ts'), import('../convert/formats.ts').then(({ FORMATS }) => FORMATS.pdf.load())]);
}
