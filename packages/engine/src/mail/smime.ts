import { inflateSync } from 'node:zlib';
import { Constructed, ObjectIdentifier, OctetString, fromBER } from 'asn1js';
import type { AsnType } from 'asn1js';

/** The content of a wrapped part. */
export type Unwrapped =
  /** A part of MIME with a header of its own. */
  { readonly kind: 'content'; readonly bytes: Uint8Array } | { readonly kind: 'encrypted' };

/** Content types of CMS (RFC 5652, 4 to 11; RFC 3274; RFC 5083). */
const SIGNED = '1.2.840.113549.1.7.2';
const ENCRYPTED = new Set(['1.2.840.113549.1.7.3', '1.2.840.113549.1.7.6', '1.2.840.113549.1.9.16.1.23']);
const COMPRESSED = '1.2.840.113549.1.9.16.1.9';

/** Opens a part of S/MIME that wraps its content (RFC 8551, 3). Undefined for any part that wraps nothing. */
export function unwrapSmime(bytes: Uint8Array, mostBytes: number): Unwrapped | undefined {
  try {
    return unwrap(bytes, mostBytes);
  } catch {
    // Damaged, nested without end, or too large: it stays as it is.
    return undefined;
  }
}

function unwrap(bytes: Uint8Array, mostBytes: number): Unwrapped | undefined {
  const { result } = fromBER(Uint8Array.from(bytes).buffer);
  const [type, content] = partsOf(result);
  if (!(type instanceof ObjectIdentifier)) return undefined;
  const oid = type.valueBlock.toString();
  if (ENCRYPTED.has(oid)) return { kind: 'encrypted' };
  const [inner] = partsOf(content);
  // Version, algorithms, and what is encapsulated: its type and an octet string.
  const encapsulated = oid === SIGNED || oid === COMPRESSED ? partsOf(inner)[2] : undefined;
  const [octets] = partsOf(partsOf(encapsulated)[1]);
  if (!(octets instanceof OctetString)) return undefined;
  const value = new Uint8Array(octets.getValue());
  return { kind: 'content', bytes: oid === COMPRESSED ? inflateSync(value, { maxOutputLength: mostBytes }) : value };
}

function partsOf(value: AsnType | undefined): AsnType[] {
  return value instanceof Constructed ? value.valueBlock.value : [];
}
