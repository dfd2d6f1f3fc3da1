import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { Module } from '../../../ocr-kernels/src/web-assembly.ts';
import type { WasmModule } from '../../../ocr-kernels/src/web-assembly.ts';

/**
 * The machine code of Tesseract's WASM core. A process that finds it need not compile the core anew, which takes much
 * of the CPU time of a short scan (docs/decisions/010-ocr.md). Node has no interface for this: these are the
 * functions that V8's own tests use. V8 refuses code of another version, other flags or another kind of processor; the
 * rest it trusts, so the file starts with a digest of the core and the code.
 */
interface CodeCache {
  /** Ends the process if V8 has not optimized any function of the module. */
  readonly serialize: (module: WasmModule) => ArrayBuffer;
  readonly deserialize: (code: ArrayBuffer, core: Uint8Array) => WasmModule | undefined;
}

export const COMPILED_CORE = `ocr-core-${process.versions.v8}-${process.arch}.bin`;
const DIGEST_BYTES = 32;

/** Where the code is, if it was made: beside the program of this process, which documents cannot write. */
export const compiledCorePath = (): string => join(dirname(process.argv[1] ?? ''), COMPILED_CORE);

/** The module of these bytes, from the code in the file if there is such a file and V8 takes it. */
export function moduleFrom(core: Uint8Array, path: string | undefined): WasmModule {
  return (path === undefined ? undefined : readCompiled(core, path)) ?? new Module(core);
}

/**
 * A file of the code of this module, which must have read pages before. Undefined where V8 does not read what it wrote.
 */
export function compiledFile(core: Uint8Array, module: WasmModule): Uint8Array | undefined {
  const cache = codeCache();
  if (!cache) return undefined;
  const code = cache.serialize(module);
  if (!cache.deserialize(code, core)) return undefined;
  const bytes = new Uint8Array(code);
  return Buffer.concat([digestOf(core, bytes), bytes]);
}

/** The module from the code in this file; undefined without such a file, or where it is damaged or V8 refuses it. */
export function readCompiled(core: Uint8Array, path: string): WasmModule | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return undefined;
  }
  // V8 reads a whole ArrayBuffer, and a Buffer may share its own with others.
  const code = new Uint8Array(file.subarray(DIGEST_BYTES));
  if (!digestOf(core, code).equals(file.subarray(0, DIGEST_BYTES))) return undefined;
  return codeCache()?.deserialize(code.buffer, core);
}

const digestOf = (core: Uint8Array, code: Uint8Array): Buffer =>
  createHash('sha256').update(core).update(code).digest();

/** `undefined` where V8 does not have these functions. */
function codeCache(): CodeCache | undefined {
  setFlagsFromString('--allow-natives-syntax');
  try {
    // In parentheses, they are compiled at once, while V8 knows the names.
    const functions = `({
      serialize: (function (module) { return %SerializeWasmModule(module); }),
      deserialize: (function (code, core) { return %DeserializeWasmModule(code, core); }),
    })`;
    return runInThisContext(functions) as CodeCache;
  } catch {
    return undefined;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}
