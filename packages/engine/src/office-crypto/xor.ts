import iconv from 'iconv-lite';
import { wrongPassword } from '../failure.ts';
import { damaged } from './failures.ts';

/** XOR obfuscation of Excel 5 to 2003 (MS-OFFCRYPTO 2.3.7, method 1). */

const LONGEST = 15;
/** What fills a password up. */
const PAD = Buffer.from('bbffffbaffffb98000be0f00bf0f00', 'hex');
/** A shift register of 16 bits, whose successive states are the numbers of the specification's matrix. */
const TAPS = 0x1020;

/** The 16 bytes that those of a stream are combined with. Throws `wrong_password`. */
export function openXor(info: Buffer, password: string): Buffer {
  if (info.length < 4) throw damaged();
  const letters = iconv.encode(password, 'windows-1252').subarray(0, LONGEST);
  const key = keyOf(letters);
  if (info.readUInt16LE(0) !== key || info.readUInt16LE(2) !== verifierOf(letters)) throw wrongPassword();
  const secret = Buffer.concat([letters, PAD]).subarray(0, 16);
  return Buffer.from(secret.map((byte, n) => rotate(byte ^ (n % 2 === 1 ? key >> 8 : key & 0xff), 7)));
}

/** Reverses what was done to a byte. */
export function clearByte(byte: number, secret: number): number {
  return rotate(byte ^ secret, 3);
}

/** A byte with its bits moved to the left in a circle. */
function rotate(byte: number, bits: number): number {
  return ((byte << bits) | (byte >> (8 - bits))) & 0xff;
}

/** Each bit of the password, the last first, adds the state of the register; so does the register's end. */
function keyOf(letters: Buffer): number {
  let key = 0;
  let [state, end] = [0x8000, 0xffff];
  for (const letter of letters.toReversed()) {
    for (let bit = 0; bit < 8; bit++) {
      [state, end] = [step(state), step(end)];
      if (((letter & 0x7f) >> bit) & 1) key ^= state;
    }
  }
  return key ^ end;
}

function step(state: number): number {
  const moved = ((state << 1) | (state >> 15)) & 0xffff;
  return moved & 1 ? moved ^ TAPS : moved;
}

/** Each letter, the last first, and their number (2.3.7.1). */
function verifierOf(letters: Buffer): number {
  let verifier = 0;
  for (const letter of [letters.length, ...letters].toReversed())
    verifier = (((verifier << 1) & 0x7fff) | ((verifier >> 14) & 1)) ^ letter;
  return verifier ^ 0xce4b;
}
