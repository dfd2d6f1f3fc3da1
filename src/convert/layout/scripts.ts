import type { Piece } from './piece.ts';

const BAND = 16;

/** Pieces by the horizontal bands of the page in which their baselines lie. */
function byBand(pieces: readonly Piece[]): Map<number, Piece[]> {
  const bands = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const band = Math.floor(piece.base / BAND);
    const list = bands.get(band);
    if (list) list.push(piece);
    else bands.set(band, [piece]);
  }
  return bands;
}

function attached(small: Piece, host: Piece): 'sup' | 'sub' | undefined {
  if (small.size > host.size * 0.86) return undefined;
  const reach = 0.3 * host.size;
  const after = small.x0 > host.x0 + 0.3 && Math.abs(small.x0 - host.x1) <= reach;
  const before = small.x1 < host.x1 && Math.abs(host.x0 - small.x1) <= reach;
  if (!after && !before) return undefined;
  const rise = host.base - small.base;
  if (rise >= 0.12 * host.size && rise <= 0.8 * host.size) return 'sup';
  if (rise <= -0.05 * host.size && rise >= -0.4 * host.size) return 'sub';
  return undefined;
}

/**
 * Finds superscripts and subscripts: small pieces that touch a larger one and stand above or below its baseline. They take
 * the baseline of their host, so that they fall into its line.
 */
export function attachScripts(pieces: readonly Piece[]): void {
  const bands = byBand(pieces);
  const hosts = new Map<Piece, { host: Piece; script: 'sup' | 'sub' }>();
  const small = pieces.filter((piece) => piece.text.length <= 24).sort((a, b) => a.x0 - b.x0);
  for (const piece of small) {
    const band = Math.floor(piece.base / BAND);
    let found: { host: Piece; script: 'sup' | 'sub'; distance: number } | undefined;
    for (let near = band - 1; near <= band + 1; near += 1) {
      for (const other of bands.get(near) ?? []) {
        if (other === piece) continue;
        const script = attached(piece, other);
        if (script) {
          const distance = Math.min(Math.abs(piece.x0 - other.x1), Math.abs(other.x0 - piece.x1)) + (piece.x0 > other.x0 ? 0 : other.size * 0.1);
          if (found === undefined || distance < found.distance) found = { host: other, script, distance };
        } else {
          // the next word of the same script: `x` with `2 + y` above
          const known = hosts.get(other);
          if (known && Math.abs(other.base - piece.base) < 0.5 && Math.abs(other.size - piece.size) < 0.5 && piece.x0 - other.x1 < 0.4 * piece.size && piece.x0 > other.x0 && piece.size < known.host.size * 0.86 && found === undefined) {
            found = { ...known, distance: 0 };
          }
        }
      }
    }
    if (found) hosts.set(piece, { host: hosts.get(found.host)?.host ?? found.host, script: hosts.get(found.host)?.script ?? found.script });
  }
  for (const [piece, { host, script }] of hosts) {
    piece.base = host.base;
    piece.script = script;
  }
}
