/** Names that highlighters know, by the extension of a file's name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  bash: 'bash',
  bat: 'batch',
  c: 'c',
  cc: 'cpp',
  cfg: 'ini',
  conf: 'ini',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  diff: 'diff',
  go: 'go',
  h: 'c',
  hpp: 'cpp',
  ini: 'ini',
  java: 'java',
  js: 'js',
  jsx: 'jsx',
  kt: 'kotlin',
  lua: 'lua',
  mjs: 'js',
  org: 'org',
  patch: 'diff',
  php: 'php',
  pl: 'perl',
  properties: 'properties',
  ps1: 'powershell',
  py: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  rst: 'rst',
  scala: 'scala',
  sh: 'sh',
  sql: 'sql',
  swift: 'swift',
  tex: 'latex',
  toml: 'toml',
  ts: 'ts',
  tsx: 'tsx',
};

/** Extensions of programs, settings, logs and records that are text: they are shown as they are. */
export const CODE_EXTENSIONS: readonly string[] = [...Object.keys(LANGUAGES), 'log', 'po', 'srt', 'vcf', 'vtt'];

/** The info string of a block of code, by the extension with its full stop; undefined where it says nothing. */
export function languageOf(extension: string): string | undefined {
  return LANGUAGES[extension.slice(1).toLowerCase()];
}
