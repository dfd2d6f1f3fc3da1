import { Constructed, Integer, ObjectIdentifier, OctetString, Sequence, Set as AsnSet } from 'asn1js';
import { deflateSync } from 'node:zlib';

const DATA = '1.2.840.113549.1.7.1';

const explicit = (value: Constructed | Sequence | OctetString): Constructed =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [value] });

/** A string of octets in pieces, as programs write that do not know its length. */
function octets(content: Uint8Array, inPieces: boolean): OctetString {
  const make = (bytes: Uint8Array): OctetString => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
  if (!inPieces) return make(content);
  const half = content.length >> 1;
  return new OctetString({
    idBlock: { isConstructed: true },
    isConstructed: true,
    value: [make(content.subarray(0, half)), make(content.subarray(half))],
  });
}

function contentInfo(type: string, content: Sequence): Buffer {
  const info = new Sequence({ value: [new ObjectIdentifier({ value: type }), explicit(content)] });
  return Buffer.from(info.toBER());
}

/** Signed data of CMS (RFC 5652, 5) around a part of MIME; nobody reads the signatures. */
export function makeSigned(content: string, { inPieces = false } = {}): Buffer {
  const encapsulated = new Sequence({
    value: [new ObjectIdentifier({ value: DATA }), explicit(octets(Buffer.from(content), inPieces))],
  });
  return contentInfo(
    '1.2.840.113549.1.7.2',
    new Sequence({
      value: [new Integer({ value: 1 }), new AsnSet({ value: [] }), encapsulated, new AsnSet({ value: [] })],
    }),
  );
}

/** Compressed data of CMS (RFC 3274). */
export function makeCompressed(content: string): Buffer {
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: '1.2.840.113549.1.9.16.3.8' })] });
  const encapsulated = new Sequence({
    value: [new ObjectIdentifier({ value: DATA }), explicit(octets(deflateSync(content), false))],
  });
  return contentInfo(
    '1.2.840.113549.1.9.16.1.9',
    new Sequence({ value: [new Integer({ value: 0 }), algorithm, encapsulated] }),
  );
}

/** Enveloped data of CMS (RFC 5652, 6), of which nothing can be read. */
export function makeEnveloped(): Buffer {
  return contentInfo(
    '1.2.840.113549.1.7.3',
    new Sequence({ value: [new Integer({ value: 0 }), new AsnSet({ value: [] })] }),
  );
}
