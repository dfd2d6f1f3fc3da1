import type { Look } from './model.ts';
import type { Random } from './random.ts';

const STYLES: readonly Look['headings']['style'][] = [
  'size',
  'bold',
  'caps',
  'small-caps',
  'color',
  'italic',
  'band',
  'centered',
  'ruled',
  'body-bold',
];
const SCHEMES: readonly Look['headings']['numbering'][] = [
  'none',
  'none',
  'none',
  'decimal',
  'decimal-dot',
  'roman',
  'alpha',
  'section',
];

/** Some look, fitting the genre. */
export function anyLook(random: Random, genre: string): Look {
  const slide = genre === 'slides';
  const prose = ['paper', 'newsletter', 'report'].includes(genre);
  return {
    font: random.pick(['serif', 'sans', 'slab', 'condensed']),
    headingFont: random.pick(['same', 'same', 'sans', 'serif']),
    size: slide ? random.pick([16, 18, 20]) : random.pick([9, 10, 10.5, 11, 12]),
    columns:
      genre === 'newsletter'
        ? random.pick([2, 3])
        : genre === 'paper' && random.chance(0.6)
          ? 2
          : prose && random.chance(0.15)
            ? 2
            : 1,
    justify: random.chance(0.5),
    indent: random.chance(0.35),
    leading: random.pick([1.15, 1.25, 1.35, 1.5]),
    headings: {
      style: random.pick(STYLES),
      numbering: [
        'letter',
        'invoice',
        'sheet',
        'newsletter',
        'slides',
        'questions',
        'cv',
        'statement',
        'release',
        'agreement',
        'agenda',
      ].includes(genre)
        ? 'none'
        : random.pick(SCHEMES),
    },
    paper: slide
      ? 'slide'
      : genre === 'register' && random.chance(0.5)
        ? 'landscape'
        : random.pick(['a4', 'a4', 'letter']),
    margin: random.pick([42, 54, 64, 72]),
    color: random.pick(['#1f4e79', '#7a1f1f', '#2e6b3a', '#444444', '#b35900']),
    tagged: random.chance(0.4),
    hyphenate: random.chance(0.5),
  };
}
