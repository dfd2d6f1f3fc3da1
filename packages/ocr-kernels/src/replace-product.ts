import { matrixProduct } from './matrix-product.ts';
import { moduleOf } from './wasm-code.ts';
import { Instance, Memory, Module, Table } from './web-assembly.ts';
import type { WasmInstance } from './web-assembly.ts';

/** Where version 7.0.0 has the product for SSE in its table of functions, and the number of that function. */
const PRODUCT = { place: 512, name: '3378' } as const;

/**
 * Puts a faster product of matrix and vector (`matrix-product.ts`) in the place of the one that Tesseract uses unless
 * the processor multiplies signed bytes, as few do. Any other build of the core keeps its own.
 */
export function replaceProduct(core: WasmInstance): boolean {
  const { memory, table, product } = productOf(core) ?? {};
  if (typeof product !== 'function' || product.name !== PRODUCT.name) return false;
  const own = new Instance(new Module(moduleOf(matrixProduct())), { env: { memory } });
  table?.set(PRODUCT.place, own.exports['run']);
  return true;
}

/** The replacement of the product in the known version, with the memory that it works on. */
export function productOf({ exports }: WasmInstance) {
  const parts = Object.values(exports);
  const memory = parts.find((part) => part instanceof Memory);
  const table = parts.find((part) => part instanceof Table);
  if (!memory || !table || table.length <= PRODUCT.place) return undefined;
  return { memory, table, product: table.get(PRODUCT.place) };
}
