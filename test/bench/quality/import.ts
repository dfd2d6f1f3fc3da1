import { parseArgs } from 'node:util';
import { importBench } from './real/rebuilt.ts';
import { importDocling } from './real/docling.ts';
import { importTagged } from './real/tagged.ts';

const { values } = parseArgs({
  options: { docling: { type: 'string' }, tagged: { type: 'string' }, bench: { type: 'string' } },
});

if (!values.docling && !values.tagged && !values.bench)
  console.log('node test/bench/quality/import.ts [--docling CLONE] [--tagged FOLDER-OF-TAGGED-PDFS] [--bench CLONE]');
if (values.docling) console.log(`docling: ${importDocling(values.docling).length} documents`);
if (values.tagged) console.log(`tagged: ${importTagged(values.tagged).join(', ')}`);
if (values.bench) console.log(`public pages rebuilt: ${await importBench(values.bench)}`);
