import { anyLook } from '../quality/corpus/looks.ts';
import type { Look } from '../quality/corpus/model.ts';
import type { Random } from '../quality/corpus/random.ts';
import type { Sample } from './sample.ts';

/** The plainest look: what is left when a failing document has shrunk. */
export const PLAIN: Look = {
  font: 'serif',
  headingFont: 'same',
  size: 11,
  columns: 1,
  justify: false,
  indent: false,
  leading: 1.25,
  headings: { style: 'bold', numbering: 'none' },
  paper: 'a4',
  margin: 64,
  color: '#444444',
  tagged: false,
  hyphenate: false,
};

/** Genres whose looks are their own. */
const OWN = ['slides', 'letter', 'invoice', 'cv', 'statement', 'form', 'register', 'agenda'];

/** Some look within what people use. */
export function anyStyle(random: Random, content: string): Look {
  const look = anyLook(random, content);
  const columns = OWN.includes(content) ? look.columns : random.pick([1, 1, 1, 1, 2, 2, 3] as const);
  return {
    ...look,
    columns,
    size: content === 'slides' ? look.size : random.pick([8.5, 9, 10, 10, 10.5, 11, 11, 12]),
    leading: random.pick([1.12, 1.2, 1.25, 1.35, 1.5]),
    margin: random.pick([36, 50, 54, 64, 72, 85]),
    paper: columns === 3 ? 'landscape' : look.paper === 'slide' ? 'slide' : random.pick(['a4', 'a4', 'letter']),
  };
}

/** What the report groups documents by. */
export function factsOf({ look, content, source, floats }: Sample): string[] {
  return [
    `content ${content === 'mixture' ? content : 'genre'}`,
    `language ${source.language}`,
    `columns ${look.columns}`,
    `font ${look.font}`,
    `size ${look.size < 9.5 ? 'small' : look.size > 11 ? 'large' : 'usual'}`,
    look.justify ? 'justified' : 'ragged',
    look.indent ? 'indents' : 'spacing',
    `headings ${look.headings.style}`,
    look.headings.numbering === 'none' ? 'unnumbered' : 'numbered',
    `leading ${look.leading < 1.25 ? 'tight' : 'wide'}`,
    ...(floats ? ['floats'] : []),
    ...(source.header ? ['running lines'] : []),
  ];
}
