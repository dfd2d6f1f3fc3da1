import { describe, expect, it } from 'vitest';
import { RUN } from '../../src/layout/model/raw-page.ts';
import type { RawPage } from '../../src/layout/model/raw-page.ts';
import { FIRST_OBJECT } from '../../../../test/make/pdf.ts';
import type { PdfStream } from '../../../../test/make/pdf.ts';
import { rawOf, texts } from './extracted.ts';

/** Shows codes, in hexadecimal, in a font of the given objects: the first of them is the font. */
async function shown(codes: string, objects: readonly (string | PdfStream)[]): Promise<RawPage> {
  return rawOf(`BT /F2 10 Tf 72 700 Td <${codes}> Tj ET`, { font: `/F2 ${FIRST_OBJECT} 0 R` }, { objects });
}

const composite = (name: string, descriptor = '', more = '') =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ${more} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} ` +
  `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 600 /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 4 ${descriptor} >> >>] >>`;

const toUnicode = (pairs: string) => ({
  dict: '',
  data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n${pairs.split(';').length} beginbfchar\n${pairs.replaceAll(';', '\n')}\nendbfchar\nendcmap end end`,
});

const words = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 0xff]);

/** A TrueType program of the given tables. */
function trueType(tables: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const names = Object.keys(tables);
  const header = words(1, 0, names.length, 16, 0, 0);
  const contents: number[] = [];
  for (const name of names) {
    const offset = 12 + 16 * names.length + contents.length;
    header.push(...Buffer.from(name), ...words(0, 0, 0, offset, 0, tables[name]!.length));
    contents.push(...tables[name]!);
  }
  return Uint8Array.from([...header, ...contents]);
}

/** A font program that consists of a character map from U+0391 and U+0392 to the glyphs 7 and 8. */
function onlyCharacterMap(): Uint8Array {
  const subtable = words(4, 32, 0, 4, 0, 0, 0, 0x392, 0xffff, 0, 0x391, 0xffff, (7 - 0x391) & 0xffff, 1, 0, 0);
  return trueType({ cmap: [...words(0, 1, 3, 1, 0, 12), ...subtable] });
}

describe('the text of glyphs', () => {
  it('is what the document maps its codes to, ligatures resolved', async () => {
    const raw = await shown('000100020003', [
      composite('Abc', '', `/ToUnicode ${FIRST_OBJECT + 1} 0 R`),
      toUnicode('<0001> <FB03>;<0002> <0063>;<0003> <0065>'),
    ]);
    expect(texts(raw)).toEqual(['ffice']);
    expect((raw.runs[0]?.flags ?? 0) & RUN.unmapped).toBe(0);
  });

  it('is what its name says where the document maps its code to nothing that can be read', async () => {
    const differences = '/Differences [1 /ff /f_f_i /uni00660066 /uni0041 /T_h /uniE000 /b]';
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Abc /Encoding << /BaseEncoding /WinAnsiEncoding ${differences} >> /ToUnicode ${FIRST_OBJECT + 1} 0 R >>`;
    const map = {
      dict: '',
      data: 'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 6 beginbfchar <01> <0000> <02> <E000> <03> <FFFF> <05> <DBC0DC33> <06> <E000> <07> <DBC0DC62> endbfchar endcmap',
    };
    const raw = await shown('01020304050607', [font, map]);
    expect(texts(raw)).toEqual(['ffffiffATh\uE000b']);
    expect((raw.runs[0]?.flags ?? 0) & RUN.unmapped).toBe(RUN.unmapped);
  });

  it('is that of the usual glyph order for fonts of Windows that are not embedded', async () => {
    const raw = await shown('002B0048004F004F0052', [composite('ArialMT')]);
    expect(texts(raw)).toEqual(['Hello']);
    expect((raw.runs[0]?.flags ?? 0) & RUN.unmapped).toBe(0);
  });

  it('is that of the usual glyph order for parts of such fonts whose programs do not tell it, by their CIDs', async () => {
    const part = (name: string) =>
      shown('0044028F0003011E', [
        composite(name, `/FontFile2 ${FIRST_OBJECT + 1} 0 R`),
        { dict: '', data: trueType({ glyf: [0, 0] }) },
      ]);
    expect(texts(await part('ABCDEF+Calibri')).at(-1)).toBe('e');
    expect(texts(await part('ABCDEF+Calibri'))[0]).toContain('M');
    expect(texts(await part('ABCDEF+ArialMT'))[0]).toContain('a');
  });

  it('is a ligature of Calibri where the document maps its glyph to nothing or to the character of its number', async () => {
    const shownAs = async (name: string, pairs: string) =>
      texts(
        await shown('0001014C0001019F01A90001', [
          composite(name, '', `/ToUnicode ${FIRST_OBJECT + 1} 0 R`),
          toUnicode(`<0001> <0061>;${pairs}`),
        ]),
      );
    const nothing = '<014C> <FFFD>;<019F> <FFFD>;<01A9> <FFFD>';
    const numbers = '<014C> <014C>;<019F> <DBC0DD9F>;<01A9> <01A9>';
    expect(await shownAs('ABCDEF+Calibri-Bold', nothing)).toEqual(['aftatitta']);
    expect(await shownAs('ABCDEF+Calibri', numbers)).toEqual(['aftatitta']);
    expect(await shownAs('ABCDEF+Calibri', '<014C> <006F>;<019F> <0070>;<01A9> <0071>')).toEqual(['aoapqa']);
    expect((await shownAs('ABCDEF+Latin', numbers)).join('')).toContain('aŌa');
  });

  it('is one hyphen where the document maps a code to all that there are', async () => {
    const raw = await shown('000100020001', [
      composite('Abc', '', `/ToUnicode ${FIRST_OBJECT + 1} 0 R`),
      toUnicode('<0001> <0061>;<0002> <002D00AD2010>'),
    ]);
    expect(texts(raw)).toEqual(['a-a']);
  });

  it('is what its name says where its code is that of a tab or a line end that the document does not map', async () => {
    const encoding = '/Encoding << /Type /Encoding /Differences [9 /d /e 13 /m] >>';
    const matrix = '/FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << >>';
    const font = `<< /Type /Font /Subtype /Type3 ${matrix} ${encoding} /FirstChar 9 /LastChar 13 /Widths [500 500 500 500 500] /ToUnicode ${FIRST_OBJECT + 1} 0 R >>`;
    const map = { dict: '', data: toUnicode('<0B> <0061>').data.replace('<0000> <FFFF>', '<00> <FF>') };
    expect(texts(await shown('0D0A090D', [font, map]))).toEqual(['medm']);
  });

  it('comes from the font program where the document does not tell', async () => {
    const raw = await shown('00070008', [
      composite('Greek', `/FontFile2 ${FIRST_OBJECT + 1} 0 R`),
      { dict: '', data: onlyCharacterMap() },
    ]);
    expect(texts(raw)).toEqual(['ΑΒ']);
  });

  it('comes from the names in the program of a font of which the document maps some codes only', async () => {
    const names = 'dup 84 /H put\ndup 85 /i put\ndup 12 /fi put\n';
    const program = `%!PS-AdobeFont-1.0: Part\n/FontName /Part def\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n${names}readonly def\ncurrentfile eexec\n`;
    const raw = await shown('54550C', [
      `<< /Type /Font /Subtype /Type1 /BaseFont /Part /FirstChar 12 /LastChar 85 /Widths [${'500 '.repeat(74)}] ` +
        `/ToUnicode ${FIRST_OBJECT + 1} 0 R /FontDescriptor << /Type /FontDescriptor /FontName /Part /Flags 4 /FontFile ${FIRST_OBJECT + 2} 0 R >> >>`,
      { dict: '', data: toUnicode('<0B> <FB00>').data.replace('<0000> <FFFF>', '<00> <FF>') },
      { dict: `/Length1 ${program.length} /Length2 64 /Length3 0`, data: program + ' '.repeat(64) },
    ]);
    expect(texts(raw)).toEqual(['Hifi']);
    expect((raw.runs[0]?.flags ?? 0) & RUN.unmapped).toBe(0);
  });

  it('is marked as a guess where nothing tells', async () => {
    const raw = await shown('00070008', [composite('Nothing')]);
    expect((raw.runs[0]?.flags ?? 0) & RUN.unmapped).toBe(RUN.unmapped);
  });

  it('is of one width where the name of its font says so, not where it names Monotype', async () => {
    const monoOf = async (name: string) =>
      Object.values((await shown('4869', [`<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`])).fonts)[0]!.mono;
    expect(await monoOf('DejaVuSansMono')).toBe(true);
    expect(await monoOf('MonotypeCorsiva')).toBe(false);
  });

  it('of bitmap fonts that TeX made is that of their codes', async () => {
    const font =
      '<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 0 100 100] /FirstChar 12 /LastChar 110 /Widths [' +
      `${'50 '.repeat(99)}] /CharProcs << >> /Encoding << /Type /Encoding /Differences [12 /a12 110 /a110] >> >>`;
    const raw = await shown('0C6E', [font]);
    expect(texts(raw)).toEqual(['fin']);
    expect((raw.runs[0]?.flags ?? 0) & RUN.unmapped).toBe(0);
  });

  it('of bitmap fonts that TeX made is that of the encoding T1 where they have words, and else of signs', async () => {
    const fontOf = (codes: readonly number[]): string =>
      '<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 0 100 100] /FirstChar 0 /LastChar 255 /Widths [' +
      `${'50 '.repeat(256)}] /CharProcs << >> /Encoding << /Type /Encoding /Differences [${codes.map((code) => `${code} /a${code}`).join(' ')}] >> >>`;
    const words = Array.from('aeiws', (letter) => letter.charCodeAt(0));
    expect(texts(await shown('776569FFB0F7', [fontOf([...words, 0xff, 0xb0, 0xf7])]))).toEqual(['weißřœ']);
    expect(texts(await shown('88B0', [fontOf([0x88, 0xb0])]))).toEqual(['•°']);
  });

  it('of bitmap fonts that TeX made are as large as stated, and bold by their strokes', async () => {
    const fontOf = (bits: number): readonly (string | PdfStream)[] => [
      '<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 0 50 68] /FirstChar 108 /LastChar 108 ' +
        `/Widths [50] /CharProcs << /a108 ${FIRST_OBJECT + 1} 0 R >> /Encoding << /Type /Encoding /Differences [108 /a108] >> >>`,
      {
        dict: '',
        data: Buffer.concat([
          Buffer.from('50 0 0 0 16 2 d1 q 16 0 0 2 0 0 cm BI\n/W 16\n/H 2\n/IM true\n/BPC 1\n/D [1 0]\nID '),
          Buffer.from(words(bits, bits)),
          Buffer.from('\nEI Q'),
        ]),
      },
    ];
    // strokes of seven and of eleven pixels
    const [light, bold] = await Promise.all([0x3f_80, 0x3f_f8].map((bits) => shown('6C', fontOf(bits))));
    expect(light!.runs[0]!.size).toBeCloseTo(10);
    expect([light, bold].map((raw) => raw!.fonts[raw!.runs[0]!.font]!.bold)).toEqual([false, true]);
  });

  it('of ideographs of a Type 3 font without a box are as high as they are wide', async () => {
    const font =
      '<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 0 0 0] /FirstChar 65 /LastChar 66 ' +
      `/Widths [95 95] /CharProcs << >> /Encoding << /Type /Encoding /Differences [65 /a /b] >> /ToUnicode ${FIRST_OBJECT + 1} 0 R >>`;
    const raw = await shown('4142', [
      font,
      { dict: '', data: toUnicode('<41> <4E2D> <42> <6587>').data.replace('<0000> <FFFF>', '<00> <FF>') },
    ]);
    expect(texts(raw)).toEqual(['中文']);
    expect(raw.runs[0]!.size).toBeCloseTo(9.5);
  });

  it('of math fonts are their symbols, where nothing or another letter is stated for their codes', async () => {
    const font = (name: string, more = ''): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] ` +
      `/FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 4 >> ${more} >>`;
    const symbols = await shown('2132', [
      font('CMSY10', '/Encoding << /Type /Encoding /Differences [33 /pfeil 50 /gehoert] >>'),
    ]);
    expect(texts(symbols).join('')).toBe('→∈');
    expect(symbols.runs.every(({ flags }) => (flags & RUN.unmapped) === 0)).toBe(true);
    const named = font('TeX-matha10', '/Encoding << /Type /Encoding /Differences [16 /quotedblleft 80 /P 112 /p] >>');
    expect(texts(await shown('107050', [named])).join('')).toBe('=(∈');
  });

  it('of the fonts of TeX is that of their codes, where neither the document nor the program of the font names them', async () => {
    const unnamed = (name: string): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] >>`;
    expect(texts(await shown('49', [unnamed('MSAM10')]))).toEqual(['▶']);
    expect(texts(await shown('5D61', [unnamed('CMMI10')])).join('')).toBe('♯a');
    expect(texts(await shown('D6', [unnamed('txexs')]))).toEqual(['∏']);
    expect(texts(await shown('70', [unnamed('Fourier-Math-Symbols')]))).toEqual(['√']);
    expect(texts(await shown('22', [unnamed('txexa')]))).toEqual(['∬']);
  });

  it('tells the two forms of phi apart by their codes, which fonts name the other way round', async () => {
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /CMMI10 /FirstChar 30 /LastChar 39 /Widths [' +
      `${'600 '.repeat(10)}] /Encoding << /Type /Encoding /Differences [30 /phi 39 /phi1] >> >>`;
    expect(texts(await shown('1E27', [font])).join('')).toBe('ϕφ');
  });

  it('of a mark that is drawn before its letter is apart from the sign before it, and one on a letter is with it', async () => {
    const objects = [
      composite('Abc', '', `/ToUnicode ${FIRST_OBJECT + 1} 0 R`),
      toUnicode('<0001> <003D>;<0002> <0302>;<0003> <0079>'),
    ];
    const show = async (content: string): Promise<string[]> =>
      texts(await rawOf(`BT /F2 10 Tf 72 700 Td ${content} ET`, { font: `/F2 ${FIRST_OBJECT} 0 R` }, { objects }));
    expect(await show('[<0001> -800 <0002> 1200 <0003>] TJ')).toEqual(['=', '\u0302', 'y']);
    expect(await show('[<0003> 300 <0002>] TJ')).toEqual(['ŷ'].map((letter) => letter.normalize('NFD')));
  });

  it('has no selectors of the forms of signs', async () => {
    const map = toUnicode('<0001> <2211FE01>;<0002> <221AFE04>');
    expect(texts(await shown('00010002', [composite('Abc', '', `/ToUnicode ${FIRST_OBJECT + 1} 0 R`), map]))).toEqual([
      '∑√',
    ]);
  });

  it('of Zapf Dingbats and Wingdings are the signs, not the codes', async () => {
    expect(texts(await shown('34', ['<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>']))).toEqual(['✔']);
    const wingdings =
      '<< /Type /Font /Subtype /TrueType /BaseFont /Wingdings /FirstChar 167 /LastChar 168 /Widths [500 500] /Encoding /WinAnsiEncoding >>';
    expect(texts(await shown('A7', [wingdings]))).toEqual(['▪']);
    expect(texts(await shown('A8', [wingdings]))).toEqual(['☐']);
  });

  it('of Wingdings 2 and Webdings are check boxes and check marks, wherever their maps lead', async () => {
    const mapped = async (name: string, pairs: string) =>
      texts(
        await shown('00010002', [composite(name, '', `/ToUnicode ${FIRST_OBJECT + 1} 0 R`), toUnicode(pairs)]),
      ).join('');
    expect(await mapped('ABCDEF+Wingdings2', '<0001> <F0A3>;<0002> <F052>')).toBe('☐☑');
    expect(await mapped('ABCDEF+Wingdings', '<0001> <F081>;<0002> <0083>')).toBe('①\u{FFFD}');
    expect(await mapped('ABCDEF+Wingdings2', '<0001> <0050>;<0002> <00A3>')).toBe('✓☐');
    expect(await mapped('ABCDEF+Webdings', '<0001> <F063>;<0002> <F061>')).toBe('☐✔');
  });

  it('of right-to-left scripts is in logical order, numbers in their own', async () => {
    const raw = await shown('0001000200030004', [
      composite('Hebrew', '', `/ToUnicode ${FIRST_OBJECT + 1} 0 R`),
      toUnicode('<0001> <0031>;<0002> <0032>;<0003> <05D1>;<0004> <05D0>'),
    ]);
    expect(texts(raw)).toEqual(['אב12']);
    expect((raw.runs[0]?.flags ?? 0) & RUN.rtl).toBe(RUN.rtl);
  });

  it('is read without the outlines of a TrueType font, which may be broken: its height is that of the program', async () => {
    const zeros = (count: number) => Array.from({ length: count }, () => 0);
    const head = zeros(27);
    head[9] = 1000; // units per em
    head[25] = 9; // of the table of locations: no such format
    const program = trueType({
      head: words(...head),
      hhea: words(1, 0, 950, -250 & 0xffff, ...zeros(14)),
      maxp: words(1, 0, 1, ...zeros(13)),
      loca: [0, 0],
      glyf: [0, 0],
    });
    const raw = await shown('4869', [
      `<< /Type /Font /Subtype /TrueType /BaseFont /Tall /Encoding /WinAnsiEncoding /FirstChar 72 /LastChar 105 /Widths [${'500 '.repeat(34)}] ` +
        `/FontDescriptor << /Type /FontDescriptor /FontName /Tall /Flags 32 /FontFile2 ${FIRST_OBJECT + 1} 0 R >> >>`,
      { dict: '', data: program },
    ]);
    expect(texts(raw)).toEqual(['Hi']);
    expect(Object.values(raw.fonts)).toMatchObject([{ ascent: 0.95, descent: 0.25 }]);
  });
});
