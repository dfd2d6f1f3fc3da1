/** A file as the packager of Windows stores it in an object: its name, its path and its bytes. */
export function packFile(name: string, bytes: Uint8Array): Buffer {
  const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'latin1');
  const size = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
  const path = text(`C:\\${name}`);
  const head = [Buffer.from([2, 0]), text(name), path, Buffer.from([0, 0, 3, 0])];
  return Buffer.concat([...head, size(path.length), path, size(bytes.length), bytes]);
}

/** The stream of an OLE object that holds it. */
export function ole10Native(name: string, bytes: Uint8Array): Buffer {
  const packed = packFile(name, bytes);
  return Buffer.concat([Buffer.from(new Uint32Array([packed.length]).buffer), packed]);
}
