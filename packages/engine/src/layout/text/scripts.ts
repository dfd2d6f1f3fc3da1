import { byHeight, isNear } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { isPlainBullet } from './labels.ts';
import { shiftedRuns, type Shifted } from './shifted-runs.ts';

/**
 * In em of the letters that a script belongs to. Set by hand on the tuning half of the corpus (papers with formulas).
 */
const EM = {
  /** A script is smaller than its host by at least this. TeX sets scripts of 10 pt in 7 pt. */
  size: 0.86,
  /** How far the baseline of a superscript lies above that of its host, and of a subscript below it. */
  riseLeast: 0.12,
  riseMost: 0.8,
  dropLeast: 0.05,
  dropMost: 0.4,
  /** How near a script stands after its host, and before it; the latter counts as so much further away. */
  after: 0.3,
  /** A raised mark in parentheses, such as `(1)`, may stand behind a space. */
  markAfter: 0.45,
  before: 0.4,
  beforePenalty: 0.1,
  /** The next word of the same script (`x` with `2 + y` above), in em of the script. */
  nextWord: 0.4,
  /** The next of several notes (`2 3`): a justified line stretches the space between them. */
  nextNote: 0.65,
};

/**
 * In points: a script begins to the right of its host; words of one script agree in baseline and size, and do not
 * leave its height by more.
 */
const PT = { start: 0.3, sameBaseline: 0.5, sameSize: 0.5, drift: 4 };

/** Numbers of notes: `2`, `4–8`, `2,`. */
const NOTES = /^\d[\d,;–-]*$/u;

/** Marks of notes in parentheses: `(1)`, `(a)`. */
const MARK = /^\([\da-z]{1,2}\)$/u;

/** The sign for degrees, and the operator that TeX raises for it. */
const RING = /^[°◦∘]$/;

const NONE: ReadonlyMap<GlyphRun, Shifted> = new Map();

/** Longer runs are text of their own, and so are more letters in all. */
const MAX_LETTERS = 24;

/** Points: no script is further above or below its host. */
const REACH = 16;

function scriptOf(small: GlyphRun, host: GlyphRun): 'sup' | 'sub' | undefined {
  if (small.size > host.size * EM.size) return undefined;
  const rise = host.baseline - small.baseline;
  if (rise >= EM.riseLeast * host.size && rise <= EM.riseMost * host.size) return 'sup';
  if (rise <= -EM.dropLeast * host.size && rise >= -EM.dropMost * host.size) return 'sub';
  return undefined;
}

interface Found {
  readonly host: GlyphRun;
  readonly script: 'sup' | 'sub';
  readonly distance: number;
}

const nearer = (found: Found | undefined, next: Found): Found =>
  !found || next.distance < found.distance ? next : found;

/** The host that the run touches at its end, or the host of the word before it in the same script. */
function hostBefore(run: GlyphRun, near: readonly GlyphRun[], known: ReadonlyMap<GlyphRun, Found>): Found | undefined {
  let found: Found | undefined;
  for (const other of near) {
    if (other === run || run.x0 <= other.x0 + PT.start) continue;
    const distance = Math.abs(run.x0 - other.x1);
    if (distance > Math.max(EM.markAfter * other.size, EM.nextNote * run.size)) continue;
    const script = scriptOf(run, other);
    const most = script === 'sup' && MARK.test(run.text) ? EM.markAfter : EM.after;
    if (script && distance <= most * other.size) found = nearer(found, { host: other, script, distance });
    else if (!found) found = hostOfScript(run, other, distance, known.get(other));
  }
  return found;
}

function hostOfScript(run: GlyphRun, before: GlyphRun, distance: number, same: Found | undefined): Found | undefined {
  if (!same || !isNear(before.size, run.size, PT.sameSize)) return undefined;
  const areNotes = NOTES.test(before.text) && NOTES.test(run.text) && /\p{L}{2}/u.test(same.host.text);
  const most = (areNotes ? EM.nextNote : EM.nextWord) * run.size;
  if (distance >= most || run.size >= same.host.size * EM.size) return undefined;
  if (isNear(before.baseline, run.baseline, PT.sameBaseline)) return { ...same, distance: 0 };
  // a power after an index, or the other way round
  const script = scriptOf(run, same.host);
  return script && script !== same.script ? { host: same.host, script, distance: 0 } : undefined;
}

/** The host that begins where the run ends, when it is nearer than what was found before. */
function hostAfter(run: GlyphRun, near: readonly GlyphRun[], before: Found | undefined): Found | undefined {
  let found = before;
  for (const other of near) {
    if (other === run || run.x1 >= other.x1) continue;
    const distance = Math.abs(other.x0 - run.x1) + EM.beforePenalty * other.size;
    const script = distance <= EM.before * other.size ? scriptOf(run, other) : undefined;
    if (script) found = nearer(found, { host: other, script, distance });
  }
  return found;
}

/** Whether words beside a host are more than a script: a line of text beside a larger number or letter. */
function longScripts(
  found: ReadonlyMap<GlyphRun, Found>,
): (host: GlyphRun, script: NonNullable<GlyphRun['script']>) => boolean {
  const letters = { sup: new Map<GlyphRun, number>(), sub: new Map<GlyphRun, number>() };
  for (const [run, { host, script }] of found)
    letters[script].set(host, (letters[script].get(host) ?? 0) + run.text.length);
  return (host, script) => letters[script].get(host)! > MAX_LETTERS;
}

/**
 * Short runs that a larger one is near enough to by its height, or nearly, which lines of text below a title are not. A
 * script that follows another one of the same host may be further away.
 */
function smallBesideLarger(runs: readonly GlyphRun[]): GlyphRun[] {
  let [all, least] = [0, Infinity];
  for (const { size } of runs) {
    all = Math.max(all, size);
    least = Math.min(least, size);
  }
  if (least > EM.size * all) return [];
  const larger = byHeight(
    runs.filter(({ size }) => EM.size * size >= least),
    ({ baseline }) => baseline,
  );
  let last: GlyphRun | undefined;
  let hasHost = false;
  return runs.filter((run) => {
    const { text, size, baseline } = run;
    if (text.length > MAX_LETTERS || size > EM.size * all) return false;
    if (baseline !== last?.baseline || size !== last.size) {
      const isHost = (host: GlyphRun): boolean =>
        size <= EM.size * host.size && isNear(host.baseline, baseline, EM.riseMost * host.size + PT.drift);
      hasHost = larger.near(baseline, 2 * REACH).some(isHost);
      last = run;
    }
    return hasHost;
  });
}

/**
 * Finds superscripts and subscripts: runs that the text shifts up or down where it goes on, and small runs that touch a
 * larger one and stand above or below its baseline. They take the baseline of their host, so that they become part of
 * its line. `isPainted`: the runs come in the order in which they are painted.
 */
export function attachScripts(runs: readonly GlyphRun[], isPainted: boolean): void {
  const shifted = isPainted ? shiftedRuns(runs) : NONE;
  attachBeside(runs, shifted);
  for (const [run, { host, script }] of shifted) attach(run, host, script);
}

function attach(run: GlyphRun, host: GlyphRun, script: GlyphRun['script']): void {
  run.baseline = host.baseline;
  if (script === 'sup' && RING.test(run.text)) run.text = '°';
  else run.script = script;
}

/** `shifted`: scripts that are known; what follows them may be of the same host. */
function attachBeside(runs: readonly GlyphRun[], shifted: ReadonlyMap<GlyphRun, Shifted>): void {
  const small = smallBesideLarger(runs)
    .filter((run) => !shifted.has(run))
    .sort((a, b) => a.x0 - b.x0);
  if (small.length === 0) return;
  const heights = byHeight(runs, ({ baseline }) => baseline);
  const hosts = new Map<GlyphRun, Found>();
  for (const [run, { host, script }] of shifted) if (script) hosts.set(run, { host, script, distance: 0 });
  for (const run of small) {
    const near = heights.near(run.baseline, REACH);
    const before = hostBefore(run, near, hosts);
    // a small bullet before a word is no superscript of it
    const found = before || !isPlainBullet(run) ? hostAfter(run, near, before) : undefined;
    if (!found) continue;
    const root = hosts.get(found.host);
    hosts.set(run, root ? { ...root, distance: found.distance } : found);
  }
  const isLine = longScripts(hosts);
  for (const [run, { host, script }] of hosts) if (!isLine(host, script)) attach(run, host, script);
}
