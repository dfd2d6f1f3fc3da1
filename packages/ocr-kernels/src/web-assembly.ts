/** The part of the JavaScript interface of WebAssembly that is used here; the types of Node leave it out. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance;
  readonly Memory: new (limits: { readonly initial: number }) => WasmMemory;
  readonly Table: new (limits: { readonly initial: number; readonly element: 'anyfunc' }) => WasmTable;
}

export interface WasmModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WasmTable {
  readonly length: number;
  get(place: number): unknown;
  set(place: number, entry: unknown): void;
}

export const { Module, Instance, Memory, Table } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly;
