// Puts Mermaid, as it is published for browsers, beside the pages: to bundle it anew takes minutes.
import { cpSync } from 'node:fs';

const FROM = new URL('node_modules/mermaid/dist/', import.meta.url);
const TO = new URL('.docs/public/mermaid/', import.meta.url);
const filter = (path) => !path.endsWith('.map');

cpSync(new URL('mermaid.esm.min.mjs', FROM), new URL('mermaid.esm.min.mjs', TO));
cpSync(new URL('chunks/mermaid.esm.min/', FROM), new URL('chunks/mermaid.esm.min/', TO), { recursive: true, filter });
