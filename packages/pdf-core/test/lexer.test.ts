import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { loadCore } from '../src/load.ts';
import type { CoreOperation, CoreXRef } from '../src/types.ts';

const NO_STATES = { stateStack: [], save() {}, restore() {}, transform() {} };

/** The operators of a content stream, by our reader of tokens or by the core's alone. */
async function operations(text: string, isQuick: boolean): Promise<unknown[]> {
  const core = await loadCore();
  const { tokens } = core.hooks;
  if (!isQuick) core.hooks.tokens = null;
  try {
    const stream = new core.Stream(Buffer.from(text, 'latin1'));
    const preprocessor = new core.EvaluatorPreprocessor(stream, null as unknown as CoreXRef, NO_STATES);
    const read: unknown[] = [];
    for (const operation: CoreOperation = { fn: 0, args: null }; ; operation.args = null) {
      if (!preprocessor.read(operation)) return read;
      read.push(inspect([operation.fn, operation.args], { depth: 9, maxStringLength: null }));
    }
  } finally {
    core.hooks.tokens = tokens;
  }
}

test.each([
  ['numbers with signs and points', '1 -2 +3 .5 -.5 4. Tj 1.25 -0 0.000001 TJ [1 2.5-3 --4 5..6 7-8] TJ 12'],
  ['names, with escapes, in any bytes', '/F1 12 Tf /A#20B 1 Tf / 2 Tf /\xe9t\xe9 3 Tf /F1[1]TJ /F1/F2(x)Tj'],
  ['strings with parentheses, escapes and line ends', '(plain)Tj (a(b)c)Tj (\\050\\n\\\\)Tj ()Tj (a\r\nb)Tj (open'],
  ['strings in digits', '<41 42\n43>Tj <4>Tj <>Tj <4x1>Tj <FfaA>Tj <</MCID 0>>BDC <41'],
  ['operators without a space between them', 'q 1 0 0 1 0 0cm/F 1 Tf QBT ET BTET q%comment\nQ Qq reW*n 0 0 m f*S'],
  ['what is no operator', 'abc true Tj false null Tj qqqqqq \x80\x81 truth {Q} > Q'],
  ['inline images', 'q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q'],
])('%s are read as the core reads them', async (_, text) => {
  expect(await operations(text, true)).toEqual(await operations(text, false));
});

test('a long name and a long string are read whole', async () => {
  const long = 'n'.repeat(5000);
  const read = await operations(`/${long} 1 Tf (${long}) Tj <${'41'.repeat(5000)}> Tj`, true);
  expect(read).toEqual(await operations(`/${long} 1 Tf (${long}) Tj <${'41'.repeat(5000)}> Tj`, false));
  expect(read).toHaveLength(3);
});
