/** RFC 6266: the value of Content-Disposition, with an ASCII name for old clients and the whole one. */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (c) => `%${c.codePointAt(0)!.toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
