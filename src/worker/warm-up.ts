/**
 * Loads what almost every document needs before there is a document: most are PDFs. The readers of other formats are small, and are loaded when
 * their document comes.
 */
export async function warmUp(): Promise<void> {
  // A reader that cannot be loaded fails when its document comes.
  await Promise.allSettled([import('../convert/convert.ts'), import('../convert/merge.ts'), import('../convert/formats.ts').then(({ FORMATS }) => FORMATS.pdf.load())]);
}
