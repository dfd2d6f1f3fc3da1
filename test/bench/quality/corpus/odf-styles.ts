import type { ListMarks, Look } from './model.ts';

const FONTS: Readonly<Record<Look['font'], string>> = {
  serif: 'Liberation Serif',
  sans: 'Liberation Sans',
  slab: 'DejaVu Serif',
  condensed: 'Carlito',
};
const PAPERS: Readonly<Record<Look['paper'], readonly [number, number]>> = {
  a4: [595, 842],
  letter: [612, 792],
  landscape: [842, 595],
  slide: [720, 405],
};

const BULLETS: Readonly<Partial<Record<ListMarks, string>>> = { bullet: '•', dash: '–', square: '▪' };
const NUMBERS: Readonly<Partial<Record<ListMarks, string>>> = {
  decimal: 'style:num-format="1" style:num-suffix="."',
  paren: 'style:num-format="1" style:num-prefix="(" style:num-suffix=")"',
  alpha: 'style:num-format="a" style:num-suffix=")"',
  roman: 'style:num-format="i" style:num-suffix="."',
};

function listStyle(marks: ListMarks): string {
  const levels = [1, 2, 3].map((level) => {
    const place = `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" text:list-tab-stop-position="${level * 20}pt" fo:text-indent="-16pt" fo:margin-left="${level * 20}pt"/></style:list-level-properties>`;
    const bullet = BULLETS[marks];
    return bullet
      ? `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${bullet}">${place}</text:list-level-style-bullet>`
      : `<text:list-level-style-number text:level="${level}" ${NUMBERS[marks] ?? ''}>${place}</text:list-level-style-number>`;
  });
  return `<text:list-style style:name="L-${marks}">${levels.join('')}</text:list-style>`;
}

function paragraphStyle(
  name: string,
  paragraph: string | readonly [string, string],
  text: string,
  parent = 'Standard',
): string {
  const [properties, inner] = typeof paragraph === 'string' ? [paragraph, ''] : paragraph;
  return `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}"><style:paragraph-properties ${properties}>${inner}</style:paragraph-properties><style:text-properties ${text}/></style:style>`;
}

/** Title and heading styles of a look: level 0 is the title. */
function headingStyle(look: Look, level: number): string {
  const { style } = look.headings;
  const scale =
    style === 'body-bold' ? [1.3, 1, 1, 1, 1] : style === 'bold' ? [1.7, 1.15, 1.05, 1, 1] : [2, 1.5, 1.22, 1.05, 1];
  const text = [`fo:font-size="${(look.size * (scale[level] ?? 1)).toFixed(1)}pt"`];
  const paragraph = [
    `fo:margin-top="${(look.size * (level === 0 ? 0.4 : 1.1)).toFixed(1)}pt" fo:margin-bottom="${(look.size * 0.45).toFixed(1)}pt" fo:keep-with-next="always" fo:line-height="115%" fo:text-align="${style === 'centered' && level < 2 ? 'center' : 'start'}" fo:text-indent="0pt"`,
  ];
  if (look.headingFont !== 'same') text.push(`style:font-name="${FONTS[look.headingFont]}"`);
  if (!['size', 'italic', 'small-caps'].includes(style) || (style === 'small-caps' && level === 0))
    text.push('fo:font-weight="bold"');
  if (style === 'italic' && level > 0) text.push('fo:font-style="italic"');
  if (style === 'caps' && level < 2) text.push('fo:text-transform="uppercase"');
  if (style === 'small-caps' && (level === 1 || level === 2)) text.push('fo:font-variant="small-caps"');
  if (style === 'color') text.push(`fo:color="${look.color}"`);
  if (style === 'band' && level === 1) {
    text.push('fo:color="#ffffff"');
    paragraph.push(`fo:background-color="${look.color}" fo:padding="2pt"`);
  }
  if (style === 'ruled' && level < 2)
    paragraph.push(`fo:border-bottom="0.8pt solid ${look.color}" fo:padding-bottom="2pt"`);
  return paragraphStyle(`H${level}`, paragraph.join(' '), text.join(' '));
}

/** All styles of a look that do not depend on the document. */
export function commonStyles(look: Look): string {
  const { size } = look;
  const small = `fo:font-size="${(size * 0.86).toFixed(1)}pt"`;
  const flat = 'fo:text-indent="0pt" fo:text-align="start"';
  return [
    `<style:default-style style:family="paragraph"><style:paragraph-properties fo:hyphenation-ladder-count="no-limit" style:tab-stop-distance="36pt"/><style:text-properties style:font-name="${FONTS[look.font]}" fo:font-size="${size}pt" fo:hyphenate="${look.hyphenate}"/></style:default-style>`,
    '<style:style style:name="Standard" style:family="paragraph"/>',
    paragraphStyle(
      'P',
      `fo:text-align="${look.justify ? 'justify' : 'start'}" fo:line-height="${Math.round(look.leading * 92)}%" ${look.indent ? `fo:text-indent="${size * 1.4}pt"` : `fo:margin-top="${size * 0.3}pt" fo:margin-bottom="${size * 0.4}pt"`}`,
      '',
    ),
    paragraphStyle(
      'Item',
      `fo:margin-top="1pt" fo:margin-bottom="1pt" fo:line-height="${Math.round(look.leading * 90)}%"`,
      '',
    ),
    paragraphStyle(
      'Cell',
      'fo:margin-top="0pt" fo:margin-bottom="0pt"',
      `fo:font-size="${(size * 0.92).toFixed(1)}pt"`,
    ),
    paragraphStyle('CellCenter', 'fo:text-align="center"', '', 'Cell'),
    paragraphStyle('CellRight', 'fo:text-align="end"', '', 'Cell'),
    paragraphStyle('Caption', `${flat} fo:margin-top="5pt" fo:margin-bottom="4pt"`, small),
    paragraphStyle('Byline', `${flat} fo:margin-bottom="8pt"`, ''),
    paragraphStyle(
      'Abstract',
      'fo:margin-left="28pt" fo:margin-right="28pt" fo:text-align="justify" fo:margin-bottom="10pt"',
      small,
    ),
    paragraphStyle(
      'Code',
      `${flat} fo:background-color="#f2f2f2" fo:padding="3pt"`,
      `style:font-name="Liberation Mono" fo:font-size="${(size * 0.85).toFixed(1)}pt" fo:hyphenate="false"`,
    ),
    paragraphStyle(
      'Aside',
      'fo:border="0.8pt solid #6688aa" fo:background-color="#f1f6fa" fo:padding="5pt" fo:margin-left="6pt" fo:margin-right="6pt"',
      '',
    ),
    paragraphStyle('AsideTitle', 'fo:keep-with-next="always"', 'fo:font-weight="bold"', 'Aside'),
    paragraphStyle('Fields', [flat, '<style:tab-stops><style:tab-stop style:position="100pt"/></style:tab-stops>'], ''),
    paragraphStyle(
      'Toc',
      [
        flat,
        `<style:tab-stops><style:tab-stop style:position="${PAPERS[look.paper][0] - 2 * look.margin - 2}pt" style:type="right" style:leader-style="dotted" style:leader-text="."/></style:tab-stops>`,
      ],
      '',
    ),
    ...['left', 'center', 'right'].map((align) =>
      paragraphStyle(
        `Lines-${align}`,
        `fo:text-align="${align === 'left' ? 'start' : align === 'right' ? 'end' : 'center'}" fo:margin-top="6pt" fo:margin-bottom="6pt"`,
        '',
      ),
    ),
    paragraphStyle(
      'Quote',
      'fo:margin-left="26pt" fo:margin-right="26pt" fo:margin-top="6pt" fo:margin-bottom="6pt"',
      'fo:font-style="italic"',
    ),
    paragraphStyle('Equation', 'fo:text-align="center"', 'fo:font-style="italic"'),
    paragraphStyle(
      'Edge',
      [
        flat,
        `<style:tab-stops><style:tab-stop style:position="${PAPERS[look.paper][0] - 2 * look.margin - 2}pt" style:type="right"/></style:tab-stops>`,
      ],
      'fo:font-size="8pt"',
    ),
    paragraphStyle('Footnote', flat, 'fo:font-size="8pt"'),
    ...[0, 1, 2, 3, 4].map((level) => headingStyle(look, level)),
    ...(['bullet', 'dash', 'square', 'decimal', 'paren', 'alpha', 'roman'] as const).map(listStyle),
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
    '<style:style style:name="I" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>',
    '<style:style style:name="S" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>',
    '<style:style style:name="White" style:family="text"><style:text-properties fo:color="#ffffff"/></style:style>',
  ].join('\n');
}

/** Page, columns and breaks. */
export function pageStyles(look: Look): string {
  const [width, height] = PAPERS[look.paper];
  const columns = (name: string, count: number): string =>
    `<style:style style:name="${name}" style:family="section"><style:section-properties text:dont-balance-text-columns="${count === 2 && name === 'Sides'}"><style:columns fo:column-count="${count}" fo:column-gap="18pt"/></style:section-properties></style:style>`;
  return `<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="${width}pt" fo:page-height="${height}pt" fo:margin="${look.margin}pt" style:print-orientation="${width > height ? 'landscape' : 'portrait'}"/><style:header-style><style:header-footer-properties fo:margin-bottom="10pt" fo:min-height="12pt"/></style:header-style><style:footer-style><style:header-footer-properties fo:margin-top="10pt" fo:min-height="12pt"/></style:footer-style></style:page-layout>
${columns('Columns', look.columns)}${columns('Sides', 2)}
${paragraphStyle('BreakPage', 'fo:break-before="page"', 'fo:font-size="2pt"')}${paragraphStyle('BreakColumn', 'fo:break-before="column"', 'fo:font-size="2pt"')}`;
}
