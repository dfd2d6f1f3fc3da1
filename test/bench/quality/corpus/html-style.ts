import type { Look } from './model.ts';

const FONTS: Readonly<Record<Look['font'], string>> = {
  serif: "'Liberation Serif', serif",
  sans: "'Liberation Sans', sans-serif",
  slab: "'DejaVu Serif', serif",
  condensed: "'Carlito', 'DejaVu Sans Condensed', sans-serif",
};

function headingRules(look: Look): string {
  const family = look.headingFont === 'same' ? 'inherit' : FONTS[look.headingFont];
  const base = `h1,h2,h3,h4,h5{font-family:${family};break-after:avoid;line-height:1.2;margin:1em 0 .4em;text-align:start;text-indent:0}`;
  const sizes =
    look.headings.style === 'body-bold'
      ? 'h1{font-size:1.3em}h2,h3,h4,h5{font-size:1em}'
      : look.headings.style === 'bold'
        ? 'h1{font-size:1.7em}h2{font-size:1.15em}h3{font-size:1.05em}h4,h5{font-size:1em}'
        : 'h1{font-size:2em}h2{font-size:1.5em}h3{font-size:1.22em}h4,h5{font-size:1.05em}';
  const styles: Readonly<Record<Look['headings']['style'], string>> = {
    size: 'h1,h2,h3{font-weight:normal}',
    bold: '',
    caps: 'h1,h2{text-transform:uppercase;letter-spacing:.04em}',
    'small-caps': 'h2,h3{font-variant:small-caps;font-weight:normal}',
    color: `h1,h2,h3,h4{color:${look.color}}`,
    italic: 'h2,h3,h4{font-style:italic;font-weight:normal}',
    band: `h2{background:${look.color};color:#fff;padding:3pt 6pt}h3{border-left:4pt solid ${look.color};padding-left:5pt}`,
    centered: 'h1,h2{text-align:center}',
    ruled: `h1{border-bottom:2px solid ${look.color}}h2{border-bottom:1px solid #888;padding-bottom:2pt}`,
    'body-bold': '',
  };
  return base + sizes + styles[look.headings.style];
}

const TABLES = `
table{border-collapse:collapse;width:100%;font-size:.92em;margin:.2em 0}th,td{padding:2.5pt 5pt;vertical-align:top;text-indent:0}
thead{display:table-header-group}tr{break-inside:avoid}.table{margin:.8em 0}
.grid th,.grid td{border:.75pt solid #333}.boxed{border:1pt solid #000}.boxed thead{border-bottom:1pt solid #000}
.booktabs{border-top:1.2pt solid #000;border-bottom:1.2pt solid #000}.booktabs thead{border-bottom:.7pt solid #000}
.zebra tbody tr:nth-child(odd){background:#eef2f6}.zebra thead{border-bottom:1pt solid #667}
.rows tr{border-bottom:.5pt solid #999}
.header-band thead{background:#2f4858;color:#fff}.header-band td{border-bottom:.4pt solid #ccc}
.columns th,.columns td{border-left:.5pt solid #777;border-right:.5pt solid #777}.columns{border-top:.5pt solid #777;border-bottom:.5pt solid #777}`;

const PARTS = `
.caption,.source{font-size:.86em;text-indent:0;margin:.3em 0}.source{color:#555}.byline{text-indent:0;margin:.2em 0 1em}
.abstract{margin:0 2.5em 1em;font-size:.93em}.lines{text-indent:0;margin:.8em 0}
pre{font-family:'Liberation Mono','DejaVu Sans Mono',monospace;font-size:.85em;background:#f4f4f4;padding:6pt;line-height:1.3;white-space:pre-wrap}
.aside{border:1pt solid #8aa;background:#f3f7fa;padding:5pt 9pt;margin:.9em 0;break-inside:avoid}.aside h4{margin:.2em 0;font-size:1.05em}
.fields{margin:.7em 0}.fields .label{display:inline-block;width:9em;font-weight:bold}
.toc div{display:flex}.toc .dots{flex:1;border-bottom:1px dotted #555;margin:0 4pt 3pt}
.sides{display:flex;justify-content:space-between}.equation{text-align:center;text-indent:0}
blockquote{margin:.8em 2.2em;font-style:italic}.break{break-after:page}
.notes{border-top:.6pt solid #444;margin-top:1.5em;font-size:.8em}.notes p{text-indent:0;margin:.2em 0}
.figure{margin:1em 0;break-inside:avoid}.bar{display:flex;align-items:center;font-size:.8em;margin:2pt 0}.bar .name{width:11em}.bar .fill{height:9pt;background:#58a;margin-right:4pt}`;

/** The style sheet of a look. */
export function styleSheet(look: Look): string {
  const paragraphs = look.indent
    ? 'p{margin:0;text-indent:1.4em}h1+p,h2+p,h3+p,h4+p,p:first-child{text-indent:0}'
    : 'p{margin:.55em 0}';
  const columns = look.columns > 1 ? `main{column-count:${look.columns};column-gap:18pt}` : '';
  return `body{margin:0;font-family:${FONTS[look.font]};font-size:${look.size}pt;line-height:${look.leading};text-align:${look.justify ? 'justify' : 'start'};${look.hyphenate ? 'hyphens:auto' : ''}}
${paragraphs}${columns}${headingRules(look)}${TABLES}${PARTS}ul,ol{margin:.5em 0;padding-left:2em}[dir=rtl] ul,[dir=rtl] ol{padding:0 2em 0 0}li{margin:.15em 0}`;
}
