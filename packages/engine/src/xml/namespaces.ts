const OFFICE = '(?:http://schemas.openxmlformats.org|http://purl.oclc.org/ooxml)';
const ODF = 'urn:oasis:names:tc:opendocument:xmlns';

/** Usual prefixes by namespace, transitional and strict (ISO/IEC 29500 part 1 and 4; ODF 1.3 part 3, 3.1). */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${OFFICE}/wordprocessingml/(?:2006/)?main$`), 'w'],
  [new RegExp(`^${OFFICE}/presentationml/(?:2006/)?main$`), 'p'],
  [new RegExp(`^${OFFICE}/spreadsheetml/(?:2006/)?main$`), 'x'],
  [new RegExp(`^${OFFICE}/drawingml/(?:2006/)?main$`), 'a'],
  [new RegExp(`^${OFFICE}/drawingml/(?:2006/)?chart$`), 'c'],
  [new RegExp(`^${OFFICE}/drawingml/(?:2006/)?picture$`), 'pic'],
  [new RegExp(`^${OFFICE}/drawingml/(?:2006/)?diagram$`), 'dgm'],
  [new RegExp(`^${OFFICE}/drawingml/(?:2006/)?wordprocessingDrawing$`), 'wp'],
  [new RegExp(`^${OFFICE}/drawingml/(?:2006/)?spreadsheetDrawing$`), 'xdr'],
  [new RegExp(`^${OFFICE}/officeDocument/(?:2006/)?relationships$`), 'r'],
  [new RegExp(`^${OFFICE}/officeDocument/(?:2006/)?math$`), 'm'],
  [/^http:\/\/schemas\.openxmlformats\.org\/package\/2006\/relationships$/, ''],
  [/^http:\/\/schemas\.openxmlformats\.org\/markup-compatibility\/2006$/, 'mc'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/word\/2010\/wordprocessingShape$/, 'wps'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/word\/2010\/wordprocessingGroup$/, 'wpg'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/word\/2010\/wordml$/, 'w14'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/drawing\/2010\/main$/, 'a14'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/drawing\/2014\/chartex$/, 'cx'],
  [/^http:\/\/schemas\.microsoft\.com\/office\/drawing\/2008\/diagram$/, 'dsp'],
  [/^urn:schemas-microsoft-com:vml$/, 'v'],
  [/^urn:schemas-microsoft-com:office:office$/, 'o'],
  [new RegExp(`^${ODF}:(office|text|table|style|presentation|meta|manifest)(?::1\\.0)?$`), '$1'],
  [new RegExp(`^${ODF}:chart:1\\.0$`), 'chart'],
  [new RegExp(`^${ODF}:form:1\\.0$`), 'form'],
  [/^urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1\.0$/, 'field'],
  [new RegExp(`^${ODF}:drawing:1\\.0$`), 'draw'],
  [new RegExp(`^${ODF}:svg-compatible:1\\.0$`), 'svg'],
  [new RegExp(`^${ODF}:xsl-fo-compatible:1\\.0$`), 'fo'],
  [/^http:\/\/www\.w3\.org\/1999\/xlink$/, 'xlink'],
  [/^http:\/\/www\.w3\.org\/1998\/Math\/MathML$/, 'math'],
  [/^http:\/\/www\.w3\.org\/2005\/Atom$|^http:\/\/purl\.org\/atom\/ns#$/, 'atom'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/$/, ''],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, 'content'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/, 'dc'],
  [/^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#$/, 'rdf'],
];

const known = new Map<string, string | undefined>();

/** The usual prefix of a namespace, empty for none; undefined for a namespace that nothing here reads. */
export function usualPrefix(namespace: string): string | undefined {
  if (known.has(namespace)) return known.get(namespace);
  const entry = PREFIXES.find(([pattern]) => pattern.test(namespace));
  const prefix = entry && namespace.replace(entry[0], entry[1]);
  if (known.size < 1000) known.set(namespace, prefix);
  return prefix;
}
