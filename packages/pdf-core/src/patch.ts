/**
 * One change of the published core: `find` must occur exactly once, so that a new version of pdf.js cannot be changed
 * by half.
 */
interface Change {
  readonly why: string;
  readonly find: string;
  readonly replace: string;
}

const EXPORTS = [
  'BaseStream',
  'ChunkedStream',
  'Cmd',
  'ColorSpaceUtils',
  'Dict',
  'EvaluatorPreprocessor',
  'JpegStream',
  'LocalColorSpaceCache',
  'LocalPdfManager',
  'Name',
  'OPS',
  'PDFFunctionFactory',
  'PDFImage',
  'PasswordException',
  'Ref',
  'RefMap',
  'Stream',
  'WorkerTask',
  'XRefParseException',
  'ZapfDingbatsEncoding',
  'getDingbatsGlyphsUnicode',
  'getGlyphMapForStandardFonts',
  'getGlyphsUnicode',
  'getUnicodeForGlyph',
  'parseMarkedContentProps',
  'setVerbosityLevel',
  'stringToPDFString',
];

const CHANGES: readonly Change[] = [
  {
    why: 'reach the parts of the core that the walker is made of',
    find: 'export { WorkerMessageHandler };',
    replace: `export { ${EXPORTS.join(', ')}, hooks };`,
  },
  {
    why: 'let our code decide without changing the core again',
    find: ';// ./src/shared/util.js\n',
    replace:
      ';// ./src/shared/util.js\nconst hooks = { inflate: null, skipFontFile: null, skipGlyphs: null, trustCounts: null, tokens: null };\n',
  },
  {
    why: 'zlib in one call is several times faster than a DecompressionStream for the small streams of a PDF',
    find: '    try {\n      const {\n        readable,\n        writable\n      } = new DecompressionStream(name);',
    replace:
      '    if (hooks.inflate && name === "deflate") {\n      return { decompressed: hooks.inflate(bytes), compressed: bytes };\n    }\n' +
      '    try {\n      const {\n        readable,\n        writable\n      } = new DecompressionStream(name);',
  },
  {
    why: 'the same for streams that are read byte by byte (object streams, cross-reference streams); what zlib refuses is left to the forgiving decoder',
    find: '  readBlock() {\n    try {\n      this.#readBlock();\n    } catch (ex) {',
    replace:
      '  #inflateTried = false;\n  readBlock() {\n    if (hooks.inflate && !this.#inflateTried && this.bufferLength === 0) {\n      this.#inflateTried = true;\n' +
      '      const source = this.stream;\n      if (this.codeSize === 0 && source instanceof Stream) {\n        const start = source.pos;\n        source.reset();\n' +
      '        const inflated = hooks.inflate(source.getBytes());\n        if (inflated) {\n          this.buffer = inflated;\n' +
      '          this.bufferLength = inflated.length;\n          this.eof = true;\n          return;\n        }\n        source.pos = start;\n      }\n    }\n' +
      '    try {\n      this.#readBlock();\n    } catch (ex) {',
  },
  {
    why: 'the dictionary of Brotli costs 5 ms to unpack, and few documents are compressed by it',
    find: 'let BrotliDecode = makeBrotliDecode();',
    replace: 'let brotliDecode;\nconst BrotliDecode = (...args) => (brotliDecode ??= makeBrotliDecode())(...args);',
  },
  {
    why: 'a font program need not be parsed when the document says what its codes mean',
    find: '      for (const n of ["FontFile", "FontFile2", "FontFile3"]) {\n        fontFile = descriptor.get(n);',
    replace:
      '      for (const n of ["FontFile", "FontFile2", "FontFile3"]) {\n        if (hooks.skipFontFile?.(baseDict, toUnicode)) {\n          break;\n        }\n' +
      '        fontFile = descriptor.get(n);',
  },
  {
    why: 'what the document itself maps is lost when a missing font program is replaced by a standard one; the names that a program has for its codes are lost when the document maps some of them',
    find: '    const font = new Font(fontName.name, fontFile, newProperties, this.options);',
    replace:
      '    const includedToUnicode = newProperties.hasIncludedToUnicodeMap ? newProperties.toUnicode : null;\n' +
      '    const font = new Font(fontName.name, fontFile, newProperties, this.options);\n    font.includedToUnicode = includedToUnicode;\n    font.builtInEncoding = newProperties.builtInEncoding;',
  },
  {
    why: 'reading all page dictionaries ahead gains nothing from a file in memory, and one that fails is a rejection that nobody handles',
    find: '          pageDictCache.put(lastKid, xref.fetchAsync(lastKid));',
    replace: '',
  },
  {
    why: 'a document of which only a part is here',
    find: '    const stream = new Stream(args.source);',
    replace: '    const stream = args.stream ?? new Stream(args.source);',
  },
  {
    why: 'to count the pages before one, their dictionaries would have to be here, which lie all over the file',
    find: '        nodesToVisit.push(lastKid);',
    replace:
      '        nodesToVisit.push(lastKid);\n' +
      '        if (count === kids.length && lastKid instanceof Ref && !pageKidsCountCache.has(lastKid) && hooks.trustCounts?.(xref)) {\n' +
      '          pageKidsCountCache.put(lastKid, 1);\n        }',
  },
  {
    why: 'codes of a font have two bytes, and a few more entries for other encodings: a broken map of millions costs a minute',
    find: 'const MAX_MAP_RANGE = 2 ** 24 - 1;',
    replace: 'const MAX_MAP_RANGE = 2 ** 19 - 1;',
  },
  {
    why: 'the same for a range of widths',
    find: '            for (let j = start; j <= code; j++) {\n              glyphsWidths[j] = width;',
    replace: '            for (let j = start; j <= code && j <= 0xffff; j++) {\n              glyphsWidths[j] = width;',
  },
  {
    why: 'the drawings of a Type 3 font are not needed to read its text',
    find: '      if (translatedFont.isType3Font) {\n        try {\n          await translated.loadType3Data(',
    replace:
      '      if (translatedFont.isType3Font && !hooks.skipGlyphs?.(font)) {\n        try {\n          await translated.loadType3Data(',
  },
  {
    why: 'nor are the outlines of a TrueType font: only its height, and whether its codes are those of Windows',
    find: '    let numGlyphsFromCFF;\n',
    replace:
      '    if (hooks.skipGlyphs?.(properties.dict)) {\n      if (!tables.head || !tables.hhea) {\n' +
      '        throw new FormatError("Required tables are not found");\n      }\n' +
      '      const unitsPerEm = int16(tables.head.data[18], tables.head.data[19]);\n' +
      '      this.ascent = signedInt16(tables.hhea.data[4], tables.hhea.data[5]) / unitsPerEm;\n' +
      '      this.descent = signedInt16(tables.hhea.data[6], tables.hhea.data[7]) / unitsPerEm;\n' +
      '      if (tables.name && !properties.composite) {\n' +
      '        adjustTrueTypeToUnicode(properties, this.isSymbolicFont, readNameTable(tables.name)[1]);\n      }\n' +
      '      return null;\n    }\n    let numGlyphsFromCFF;\n',
  },
  {
    why: 'nor those of a CFF font: only the names that it has for its codes',
    find: '    const charStringsAndSeacs = this.parseCharStrings({',
    replace:
      '    if (hooks.skipGlyphs?.(properties.dict)) {\n      return cff;\n    }\n' +
      '    const charStringsAndSeacs = this.parseCharStrings({',
  },
  {
    why: 'the same, where it would be written anew',
    find: '    const {\n      charStringCount\n    } = this.cff;\n    this.glyphZeroId = ',
    replace:
      '    if (hooks.skipGlyphs?.(properties.dict)) {\n      this._createBuiltInEncoding();\n      return;\n    }\n' +
      '    const {\n      charStringCount\n    } = this.cff;\n    this.glyphZeroId = ',
  },
  {
    why: 'nor those of a Type 1 font, whose names are in the part that is not encrypted',
    find: '    headerBlockParser.extractFontHeader(properties);\n',
    replace:
      '    headerBlockParser.extractFontHeader(properties);\n' +
      '    if (hooks.skipGlyphs?.(properties.dict)) {\n      return null;\n    }\n',
  },
  {
    why: 'the same',
    find: '    data ||= this.#parseType1(file, properties);\n',
    replace: '    data ||= this.#parseType1(file, properties);\n    if (!data) {\n      return;\n    }\n',
  },
  {
    why: 'no font is made of either of them',
    find: '    const glyphZeroId = font instanceof CFFFont ? font.glyphZeroId : 1;\n',
    replace:
      '    if (hooks.skipGlyphs?.(properties.dict)) {\n      return null;\n    }\n' +
      '    const glyphZeroId = font instanceof CFFFont ? font.glyphZeroId : 1;\n',
  },
  {
    why: 'most names of a document are read again and again, letter by letter',
    find: '  getName() {\n',
    replace:
      '  getName() {\n    const quick = hooks.tokens?.name(this);\n    if (quick !== undefined) {\n      return quick;\n    }\n',
  },
  {
    why: 'the same for numbers',
    find: '  getNumber() {\n    let ch = this.currentChar;\n    let divideBy',
    replace:
      '  getNumber() {\n    const quick = hooks.tokens?.number(this);\n    if (quick !== undefined) {\n      return quick;\n    }\n' +
      '    let ch = this.currentChar;\n    let divideBy',
  },
  {
    why: 'and for strings',
    find: '  getString() {\n    let numParen',
    replace:
      '  getString() {\n    const quick = hooks.tokens?.string(this);\n    if (quick !== undefined) {\n      return quick;\n    }\n' +
      '    let numParen',
  },
  {
    why: 'in digits, too',
    find: '  getHexString() {\n    const strBuf',
    replace:
      '  getHexString() {\n    const quick = hooks.tokens?.hexString(this);\n    if (quick !== undefined) {\n      return quick;\n    }\n' +
      '    const strBuf',
  },
  {
    why: 'and for operators',
    find: '    let str = String.fromCharCode(ch);\n    if (ch < 0x20 || ch > 0x7f) {\n      const nextCh',
    replace:
      '    const quick = hooks.tokens?.command(this);\n    if (quick !== undefined) {\n      return quick;\n    }\n' +
      '    let str = String.fromCharCode(ch);\n    if (ch < 0x20 || ch > 0x7f) {\n      const nextCh',
  },
  {
    why: 'among the children of a node of the structure tree, each was looked for among all of them',
    find: '    for (const kid of parentNode.kids) {\n      if (kid.type === StructElementType.ELEMENT && kid.dict === dict) {',
    replace:
      '    parentNode.kidsByDict ??= Map.groupBy(parentNode.kids, (kid) => kid.dict);\n' +
      '    for (const kid of parentNode.kidsByDict.get(dict) ?? []) {\n      if (kid.type === StructElementType.ELEMENT && kid.dict === dict) {',
  },
  {
    why: 'places that tags state are not asked for',
    find: '      for (const a of node.attributes) {\n        bbox = lookupNormalRect',
    replace: '      for (const a of []) {\n        bbox = lookupNormalRect',
  },
];

const NOTICE = `/*
 * Generated by packages/pdf-core from pdfjs-dist, and changed: more exports, hooks for inflating, for
 * font programs and for Type 3 fonts. pdf.js is copyright Mozilla Foundation and licensed under the Apache License,
 * Version 2.0; its notice follows.
 */
`;

/** Differs whenever the patch does. */
export const PATCH_IDENTITY = JSON.stringify([EXPORTS, CHANGES]);

/**
 * The core of pdf.js, as a module that exports what the walker needs. Throws when an anchor is not there exactly once.
 */
export function patchCore(source: string): string {
  let patched = source;
  for (const { find, replace, why } of CHANGES) {
    const at = source.indexOf(find);
    if (at < 0 || source.indexOf(find, at + 1) >= 0) throw new Error(`pdf.js has moved: no single place to "${why}"`);
    patched = patched.replace(find, () => replace);
  }
  return NOTICE + patched.replace(/^\/\/# sourceMappingURL=.*$/m, '');
}
