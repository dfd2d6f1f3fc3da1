import { strToU8, zipSync } from 'fflate';

/** A ZIP archive of texts and bytes by name, deflated. */
export function makeArchive(entries: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([name, value]) => [name, typeof value === 'string' ? strToU8(value) : value]),
    ),
  );
}
