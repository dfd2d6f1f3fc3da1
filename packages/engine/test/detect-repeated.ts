// Detects files of any two marks repeated, which is where backtracking shows. A process of its own, as nothing else can
// end a regular expression. Prints the pairs that took long.
import { detect } from '../src/detect.ts';
import { makeSource } from '../../../test/make/source.ts';

const BYTES = 70_000;
const SLOW_MS = 5000;
const MARKS = [
  ['<!---->', '<!-- ', '-->', '<!DOCTYPE x [', '<!DOCTYPE x>', '<?x?>', '<?', '<a ', '<a xmlns', '<a:b ', '<p'],
  ['\n', '\r\n', ' \n', '\t', '# \n', '%YAML\n', '---\n', '- \n', 'a: \n', '```\n', 'From: ', 'a: b\n ', 'A:\n\t'],
  ['{', '[', '["', '"', '{"a":', '\\', '"\\"', '1', '-', '1e', 'true', '{ "cells" ', '"cell_type', ',', 'a,b\n', '",'],
  [
    '[a](',
    '**',
    '**a',
    '|',
    '|a|',
    '`',
    ';',
    '; ',
    '=',
    '::',
    '/*',
    '()',
    'word ',
    '<feed ',
    '<rdf:RDF ',
    '2026-01-01 ',
  ],
].flat();

for (const first of MARKS)
  for (const second of ['', ...MARKS]) {
    const mark = first + second;
    const file = makeSource(mark.repeat(BYTES / mark.length));
    const began = process.cpuUsage();
    await detect(file).catch(() => undefined);
    if (process.cpuUsage(began).user > SLOW_MS * 1000) console.log(JSON.stringify(mark));
  }
