import { expect, test } from 'vitest';
import { readHtml } from '../../../../../test/make/read-html.ts';

test.each([
  [
    'texts of one height are a line, others one each',
    '<svg><g transform="translate(5,9)"><text y="1">Name</text><text x="80" y="1">Age</text></g><text y="40">Ann</text></svg>',
    'Name Age\n\nAnn\n',
  ],
  [
    'lines within a text, also on a path, and lowered letters',
    '<svg><text y="1"><tspan x="5">one</tspan><tspan x="5" dy="1.2em">H<tspan baseline-shift="sub">2</tspan>O</tspan></text><text y="90"><textPath href="#p">three</textPath></text></svg>',
    'one\n\nH2O\n\nthree\n',
  ],
  [
    'what is not drawn is left out, and of alternatives all but the first',
    '<svg><title>T</title><defs><text>no</text></defs><symbol><text>no</text></symbol><text visibility="hidden">no</text><g display="none"><text>no</text></g><switch><foreignObject><div>box <b>one</b></div></foreignObject><text>no</text></switch><text>two</text></svg>',
    'box one\n\ntwo\n',
  ],
  [
    'a word in a sentence stays there, and icons say nothing',
    '<p>Press <a href="/s"><svg width="16"><title>Search</title></svg></a><svg width="40"><text>OK</text></svg> now.</p>',
    'Press OK now.\n',
  ],
  [
    'a picture without text is its title',
    '<p>a</p><svg viewBox="0 0 500 300" aria-label="Map of the town"><path d="M0"/></svg><svg viewBox="0 0 500 300" aria-hidden="true"><title>no</title></svg>',
    'a\n\n<!-- image: Map of the town -->\n',
  ],
])('drawings: %s', async (_, body, markdown) => {
  expect(await readHtml(body)).toBe(markdown);
});
