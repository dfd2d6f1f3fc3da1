import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPTIONS_FILE, optionsPage } from '../../scripts/generate-options.ts';
import { QUERIES, SCHEMAS } from '../../src/api/schema/all.ts';
import { readDoclingOptions } from '../../src/api/drop-in/docling/options.ts';
import { addConvertCommand } from '../../src/cli/convert/command.ts';
import type { ConversionJobSpec, SourceFacts } from '../../src/resource/conversion-job.ts';
import { CONVERSION_OPTIONS, specOfOptions, type ConversionOptions } from '../../src/resource/options.ts';
import { SPEC_SCHEMA, type Schema } from '../../src/resource/schema.ts';
import { computeCacheKey } from '../../src/lifecycle/cache.ts';
import type { Intent } from '../../src/records/types.ts';

const options = Object.entries(CONVERSION_OPTIONS);

describe('the options of a conversion', () => {
  it('are documented as they are; `npm run generate` writes the page', () => {
    expect(readFileSync(resolve(import.meta.dirname, '../..', OPTIONS_FILE), 'utf8')).toBe(optionsPage());
  });

  it.each(options)('have %s in the resource, over REST and as a flag', (name, { spec: [field, inner], flag }) => {
    const outer = (SPEC_SCHEMA as Schema).properties![field]!;
    expect(inner === undefined ? outer : outer.properties![inner]).toHaveProperty('description');
    for (const schema of [QUERIES['ConvertOptions'], SCHEMAS['ConvertForm']])
      expect(schema).toHaveProperty(`properties.${name}.description`);
    const program = new Command();
    addConvertCommand(program);
    expect(program.commands[0]!.options.map(({ flags }) => flags)).toContain(flag);
  });

  const values: Required<ConversionOptions> = {
    startPage: 2,
    endPage: 3,
    includeImages: true,
    ocr: 'off',
    ocrLanguages: ['deu'],
    emphasis: false,
    pageMarkers: true,
    outputs: ['chunks'],
    chunkSize: 500,
    converterClassName: 'vision',
  };

  it.each(options)('have results of their own in the cache for %s', (name) => {
    // The size of chunks matters where there are chunks.
    const others: ConversionOptions = name === 'chunkSize' ? { outputs: ['chunks'] } : {};
    const value = { ...others, [name]: values[name as keyof ConversionOptions] };
    expect(keyFor(value)).not.toBe(keyFor(others));
    expect(keyFor(value)).toBe(keyFor(value));
  });

  it('are set by those of docling-serve', () => {
    const read = (given: Readonly<Record<string, unknown>>) =>
      readDoclingOptions(given, { installed: ['eng', 'deu'], target: 'inbody' }).options;
    expect(read({ do_ocr: 'false', force_ocr: true })).toEqual({ ocr: 'off' });
    expect(read({ do_ocr: true, force_ocr: ['true'] })).toMatchObject({ ocr: 'force' });
    expect(read({ page_range: ['2', '4'], include_images: true })).toMatchObject({
      startPage: 2,
      endPage: 4,
      includeImages: true,
    });
    expect(read({ include_images: 'true', image_export_mode: 'placeholder' })).toEqual({});
    // What the service is not set up for is left out, unless nothing else is asked for.
    expect(read({ ocr_lang: ['en', 'de', 'fra'] })).toMatchObject({ ocrLanguages: ['eng', 'deu'] });
    expect(read({ ocr_lang: 'fr' })).toMatchObject({ ocrLanguages: ['fra'] });
    for (const given of [{ do_ocr: 'perhaps' }, { force_ocr: 2 }, { ocr_lang: ['?'] }, { page_range: ['4', '2'] }])
      expect(() => read(given)).toThrow(Object.keys(given)[0]!);
  });
});

function keyFor(given: ConversionOptions): string {
  const spec: ConversionJobSpec = {
    workspace: 'acme',
    source: { type: 'document', documentId: 'doc' },
    ...specOfOptions(given),
  };
  const source: SourceFacts = {
    format: 'pdf',
    bytes: 1,
    sha256: 'a'.repeat(64),
    pages: 9,
    scanned: false,
    ranged: true,
    native: false,
  };
  const range = { start: spec.startPage ?? 1, end: spec.endPage ?? 9 };
  return computeCacheKey({ workspace: 'acme', spec, source, range } as Intent, ['eng'], '1')!;
}
