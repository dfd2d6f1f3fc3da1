/** Languages of code as DoclingDocument names them, which allows no others. */
const NAMES =
  'Ada Awk Bash bc C C# C++ CMake COBOL CSS Ceylon Clojure Crystal Cuda Cython D Dart dc Dockerfile Elixir Erlang ' +
  'FORTRAN Forth Go HTML Haskell Haxe Java JavaScript JSON Julia Kotlin Latex Lisp Lua Matlab MoonScript Nim ' +
  'OCaml ObjectiveC Octave PHP Pascal Perl Prolog Python Racket Ruby Rust SML SQL Scala Scheme Swift Tikz ' +
  'TypeScript VisualBasic XML YAML';

/** Other names, as the info strings of Markdown have them. */
const ALIASES: Readonly<Record<string, string>> = {
  cpp: 'C++',
  cs: 'C#',
  csharp: 'C#',
  docker: 'Dockerfile',
  golang: 'Go',
  hs: 'Haskell',
  js: 'JavaScript',
  kt: 'Kotlin',
  m: 'Matlab',
  objc: 'ObjectiveC',
  'objective-c': 'ObjectiveC',
  pl: 'Perl',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  sh: 'Bash',
  shell: 'Bash',
  tex: 'Latex',
  ts: 'TypeScript',
  vb: 'VisualBasic',
  yml: 'YAML',
};

const BY_NAME = new Map([
  ...NAMES.split(' ').map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(ALIASES),
]);

export const codeLanguage = (language: string | undefined): string =>
  BY_NAME.get(language?.toLowerCase() ?? '') ?? 'unknown';
