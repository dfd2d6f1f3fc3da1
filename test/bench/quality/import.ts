import { parseArgs } from 'node:util';
import { importDocling } from './real/docling.ts';
import { importTagged } from './real/tagged.ts';

const { values } = parseArgs({ options: { docling: { type: 'string' }, tagged: { type: 'string' } } });

if (!values.docling && !values.tagged) console.log('node test/bench/quality/import.ts [--docling CLONE] [--tagged FOLDER-OF-TAGGED-PDFS]');
if (values.docling) console.log(`docling: ${importDocling(values.docling).length} documents`);
if (values.tagged) console.log(`tagged: ${importTagged(values.tagged).join(', ')}`);
