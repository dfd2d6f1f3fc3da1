import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (text: string, name: string): Promise<string> =>
  (await readDocument(makeSource(text, name))).markdown;

test('WebVTT is what is said, with its time; settings, notes, styles and tags are left out', async () => {
  const vtt = `\uFEFFWEBVTT - Title

STYLE
::cue { color: white }

NOTE a note
of two lines

intro
00:41.166 --> 00:44.461 position:36.67%,start align:start
<c.white.mono>So you've
<i>come</i></c>

2
00:41.166 --> 00:44.461 line:84.62%
to the master &amp; friends?

01:00:50.000 --> 01:00:52.000
<v.loud Roger Bingham>We are at 3 < 4 <ruby>W<rt>w</rt></ruby>

01:01:50.000 --> 01:01:52.000
- Who?
- Me.
`;
  expect(await read(vtt, 'talk.vtt')).toBe(`*00:00:41* So you've come to the master & friends?

*01:00:50* Roger Bingham: We are at 3 < 4 Ww

*01:01:50* - Who?  
\\- Me.
`);
});

test('lines that WebVTT shows twice while their words are said are read once', async () => {
  const vtt = `WEBVTT
Kind: captions

00:00:01.000 --> 00:00:03.000 align:start position:0%
 
good<00:00:01.400><c> morning</c><00:00:02.000><c> all</c>

00:00:03.000 --> 00:00:03.010 align:start position:0%
good morning all
 

00:00:03.010 --> 00:00:05.000 align:start position:0%
good morning all
no<00:00:04.000><c> no</c>
`;
  expect(await read(vtt, 'a.VTT')).toBe('*00:00:01* good morning all\n\n*00:00:03* no no\n');
  const twice = 'WEBVTT\n\n00:01.000 --> 00:02.000\nNo!\n\n00:02.000 --> 00:03.000\nNo!\n';
  expect(await read(twice, 'b.vtt')).toBe('*00:00:01* No!\n\n*00:00:02* No!\n');
});

test('SubRip may overlap, and lack the blank line between texts', async () => {
  const srt =
    '1\r\n00:00:01,000 --> 00:00:02,900\r\nsub1\r\n2\r\n00:00:02,100 --> 00:00:03,100 X1:40 X2:600\r\n{\\an8}<font color="#ff0">sub 2</font>\r\n\r\n';
  expect(await read(srt, 'a.srt')).toBe('*00:00:01* sub1\n\n*00:00:02* sub 2\n');
});

test('what is called subtitles and holds none is shown as it is', async () => {
  expect(await read('a: 1\nb: 2\n', 'a.srt')).toBe('```\na: 1\nb: 2\n```\n');
});
