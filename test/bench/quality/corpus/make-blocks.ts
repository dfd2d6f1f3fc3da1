import type { Block, List, ListItem, ListMarks } from './model.ts';
import type { Prose } from './prose.ts';
import type { Random } from './random.ts';

function items(random: Random, prose: Prose, count: number, long: boolean): ListItem[] {
  return Array.from({ length: count }, () => ({
    text: long ? prose.paragraph(random.int(1, 2)) : random.chance(0.5) ? prose.sentence() : prose.phrase(),
  }));
}

/** A list, sometimes nested to the third level. */
export function listOf(
  random: Random,
  prose: Prose,
  marks: ListMarks = random.pick(['bullet', 'bullet', 'dash', 'square', 'decimal', 'paren', 'alpha', 'roman']),
): List {
  const nested = random.chance(0.35);
  const inner: ListMarks = random.pick(['bullet', 'dash', 'alpha', 'decimal']);
  const top = items(random, prose, random.int(3, 6), random.chance(0.3)).map((item, index): ListItem => {
    if (!nested || index % 2 === 1) return item;
    const below = items(random, prose, random.int(2, 3), false).map((child, place): ListItem =>
      place === 0 && random.chance(0.3)
        ? { ...child, list: { kind: 'list', marks: 'dash', items: items(random, prose, 2, false) } }
        : child,
    );
    return { ...item, list: { kind: 'list', marks: inner, items: below } };
  });
  return { kind: 'list', marks, items: top };
}

const SNIPPETS = [
  'const limit = readLimit(path);\nif (limit > 0) {\n    queue.push(limit);\n} else {\n    throw new Error("no limit");\n}',
  'server:\n  host: 0.0.0.0\n  port: 8080\n  workers: 4\nlog:\n  level: info',
  'def area(width, height):\n    """Return the area."""\n    if width < 0:\n        return None\n    return width * height',
  '$ tool init --name demo\n$ tool run --verbose\nstarted 3 workers\nlistening on :8080',
  'SELECT name, count(*) AS total\nFROM visits\nWHERE day >= 20\nGROUP BY name\nORDER BY total DESC;',
];

export function codeOf(random: Random): Block {
  return { kind: 'code', text: random.pick(SNIPPETS) };
}

export function chartOf(random: Random, prose: Prose, number: number): Block {
  const bars = random
    .sample(prose.words.rows, random.int(3, 6))
    .map((name): readonly [string, number] => [name, random.int(5, 98)]);
  return { kind: 'chart', caption: `Figure ${number}: ${prose.topic()} in ${random.int(2010, 2025)}`, bars };
}

export function paragraphOf(random: Random, prose: Prose, styled = true): Block {
  const text = prose.paragraph();
  if (!styled || !random.chance(0.3)) return { kind: 'paragraph', text };
  const words = text.split(' ');
  const at = random.int(1, Math.max(1, words.length - 4));
  const mark = random.pick(['**', '_']);
  return {
    kind: 'paragraph',
    text: [...words.slice(0, at), `${mark}${words.slice(at, at + 2).join(' ')}${mark}`, ...words.slice(at + 2)].join(
      ' ',
    ),
  };
}

export function paragraphs(random: Random, prose: Prose, count: number): Block[] {
  return Array.from({ length: count }, () => paragraphOf(random, prose));
}

export function asideOf(random: Random, prose: Prose): Block {
  return {
    kind: 'aside',
    ...(random.chance(0.7)
      ? { title: random.pick(['Note', 'Key points', 'Did you know?', 'Important', 'At a glance']) }
      : {}),
    blocks: random.chance(0.5) ? [{ kind: 'paragraph', text: prose.paragraph(2) }] : [listOf(random, prose, 'bullet')],
  };
}

const EQUATIONS: readonly (readonly [string, string])[] = [
  ['E = m c^2', 'E = mc2'],
  ['y = a x + b', 'y = ax + b'],
  ['f(x) = x^2 + 2x + 1', 'f(x) = x2 + 2x + 1'],
  ['p_i = q_i + r_i', 'pi = qi + ri'],
];

export function equationOf(random: Random): Block {
  const [latex, linear] = random.pick(EQUATIONS);
  return { kind: 'equation', latex, linear };
}
