import { describe, expect, it } from 'vitest';
import { isFailure } from '../../src/failure.ts';
import { createExtraction } from '../../src/pdf/extract.ts';
import { openPdf } from '../../src/pdf/open.ts';
import { mutate } from '../../../../test/make/mutate.ts';
import { FIRST_OBJECT, line, makePdf } from '../../../../test/make/pdf.ts';

const SEEDS = 300;

const whole = makePdf({
  pages: [
    {
      content: `${line('First page', 72, 700)} /Fm Do 72 600 200 50 re S /P << /MCID 0 >> BDC ${line('tagged', 72, 500)} EMC q 20 0 0 20 72 300 cm /Im Do Q`,
      resources: `/XObject << /Fm ${FIRST_OBJECT} 0 R /Im ${FIRST_OBJECT + 1} 0 R >>`,
      entries: `/Annots [${FIRST_OBJECT + 2} 0 R]`,
    },
    { content: line('Second page', 72, 700) },
  ],
  objects: [
    {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>',
      data: line('in a form', 72, 650),
    },
    {
      dict: '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      data: 'abcd',
    },
    '<< /Type /Annot /Subtype /Link /Rect [72 690 200 710] /A << /S /URI /URI (https://example.org/) >> >>',
    `<< /First ${FIRST_OBJECT + 4} 0 R /Last ${FIRST_OBJECT + 4} 0 R >>`,
    `<< /Title (First) /Parent ${FIRST_OBJECT + 3} 0 R /Dest [0 /XYZ 72 700 0] >>`,
  ],
  catalog: `/Outlines ${FIRST_OBJECT + 3} 0 R /PageLabels << /Nums [0 << /S /r >>] >>`,
});

/** The name of the failure, or the number of pages that were read. */
async function outcome(bytes: Uint8Array): Promise<string | number> {
  try {
    const pdf = await openPdf(bytes);
    try {
      const extraction = createExtraction(pdf);
      let read = 0;
      for (let number = 1; number <= Math.min(pdf.document.numPages, 5); number++) {
        await extraction.page(number).then(
          () => read++,
          (error: unknown) => {
            if (!isFailure(error)) throw error;
          },
        );
      }
      return read;
    } finally {
      pdf.close();
    }
  } catch (error) {
    if (isFailure(error)) return error.code;
    throw error;
  }
}

describe('a PDF with bytes changed at random', () => {
  it('ends in pages or in a named failure, each time', async () => {
    expect(await outcome(whole)).toBe(2);
    const outcomes = new Map<string | number, number>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const result = await outcome(mutate(whole, seed)).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    }
    // most changes hurt little: what can be read is read
    const readable = [1, 2].reduce((sum, pages) => sum + (outcomes.get(pages) ?? 0), 0);
    expect(readable).toBeGreaterThan(SEEDS / 2);
    expect(
      [...outcomes.keys()].filter(
        (key) => typeof key === 'string' && !['corrupt_document', 'limit_exceeded', 'password_protected'].includes(key),
      ),
    ).toEqual([]);
  });
});
