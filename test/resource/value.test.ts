import { expectTypeOf, test } from 'vitest';
import type { ConversionJobSpec, ConversionJobStatus, Usage } from '../../src/resource/conversion-job.ts';
import type { ConversionOptions } from '../../src/resource/options.ts';
import type { Value } from '../../src/resource/value.ts';
import type { WorkspaceSpec } from '../../src/resource/workspace.ts';

test('the types of fields are those of their schemas', () => {
  expectTypeOf<ConversionJobSpec['workspace']>().toEqualTypeOf<string>();
  expectTypeOf<ConversionJobSpec['startPage']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ConversionJobSpec['ocr']>().toEqualTypeOf<
    { readonly mode?: 'auto' | 'force' | 'off'; readonly languages?: readonly string[] } | undefined
  >();
  expectTypeOf<ConversionJobStatus['pageRange']>().toEqualTypeOf<
    { readonly start: number; readonly end: number } | undefined
  >();
  expectTypeOf<ConversionOptions['outputs']>().toEqualTypeOf<
    readonly ('document' | 'docling' | 'chunks')[] | undefined
  >();
  expectTypeOf<Usage['ocrPages']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<WorkspaceSpec['isolation']>().toEqualTypeOf<'Process' | 'Pod' | undefined>();
});

test('a schema of one of several kinds has a union as its type, and one without a kind is unknown', () => {
  type Either = Value<{ readonly oneOf: readonly [{ readonly const: 'a' }, { readonly type: 'integer' }] }>;
  expectTypeOf<Either>().toEqualTypeOf<'a' | number>();
  expectTypeOf<Value<{ readonly type: readonly ['string', 'null'] }>>().toEqualTypeOf<string | null>();
  expectTypeOf<Value<{ readonly description: 'any' }>>().toEqualTypeOf<unknown>();
});
