/** The beginning of a whole OpenDocument of this kind in one XML file, behind the XML declaration. */
export function flatOdf(kind: string): RegExp {
  return new RegExp(
    `^<(?:\\w+:)?document\\b[^>]*\\bmimetype=["']application/vnd\\.oasis\\.opendocument\\.${kind}(?:-template)?["']`,
  );
}
