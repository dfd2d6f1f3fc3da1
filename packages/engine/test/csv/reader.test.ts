import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { countPages, mergeParts, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (bytes: string | Uint8Array): Promise<string> =>
  (await readDocument(makeSource(bytes, 'x.csv'))).markdown;
const TABLE = '| a | b |\n| - | - |\n| 1 | 2 |\n';

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons with decimal commas around', 'a;b\n1;2'],
  ['tabs', 'a\tb\r\n1\t2\r\n'],
  ['pipes', 'a|b\n1|2\n'],
  ['old Mac line ends', 'a,b\r1,2\r'],
  ['a byte order mark', '\ufeffa,b\n1,2'],
  ['blank lines', '\n\na,b\n\n1,2\n\n'],
  ['quotes', '"a","b"\n"1","2"'],
  ['spaces', 'a , b\n 1, 2 '],
  ['a first line that states the delimiter', 'sep=;\r\na;b\r\n1;2\r\n'],
  ['a stated delimiter that no other file has', 'sep=^\na^b\n1^2\n'],
  ['delimiters for nothing', 'a,b,,\n1,2,,\n,,,\n,,,\n'],
])('%s', async (_, text) => {
  expect(await read(text)).toBe(TABLE);
});

test('quotes keep delimiters, doubled quotes and line ends', async () => {
  expect(await read('name,text\nx,"a, ""b""\nc"\n')).toBe('| name | text |\n| - | - |\n| x | a, "b"<br>c |\n');
});

test.each([
  ['windows-1252', 'Größe;Naïve café\nÄ;ö\n'],
  ['windows-1252', 'señor;año\nniño;mañana\n'],
  ['windows-1250', 'Příliš;žluťoučký\nkůň;úpěl\n'],
  ['windows-1250', 'Łódź;żółw\ngęś;jaźń\n'],
  ['shift_jis', '名前,年齢,住所\n佐藤太郎,30,東京\n三木英子,25,大阪\n'],
  ['euc-jp', '名前,年齢\n佐藤,東京\n'],
  ['gb18030', '姓名,年龄\n张三,北京\n'],
  ['big5', '姓名,年齡\n張三,臺北\n'],
  ['euc-kr', '이름,나이\n김철수,서울\n'],
  ['windows-1251', 'имя;город\nИван;Москва\nАнна;Новгород\n'],
  ['koi8-r', 'имя;город\nИван;Москва\n'],
  ['windows-1253', 'Όνομα;Πόλη\nΓιώργος;Αθήνα\n'],
  ['windows-1254', 'İstanbul;şehir\nığdır;güneş\n'],
  ['windows-1255', 'שם;עיר\nדוד;ירושלים\n'],
  ['windows-1256', 'اسم;مدينة\nمحمد;القاهرة\n'],
  ['utf16-le', '\ufeffä,b\n1,2\n'],
  ['utf-32le', '\ufeffä,b\n1,2\n'],
  ['utf-32le', 'Köln,Łódź\nΑθήνα,2\n'],
  ['utf-32be', 'Köln,Łódź\nΑθήνα,2\n'],
])('%s is decoded by what its bytes look like', async (encoding, text) => {
  const markdown = await read(iconv.encode(text, encoding));
  for (const word of text.replace('\ufeff', '').split(/[,;\n]/)) expect(markdown).toContain(word);
});

test.each([
  [
    'a quote that is closed lines below',
    'Code|Name|Town\n1|"Open|Rome\n2|b|Bari\n3|c|Pisa\n4|5"|Lecce\n5|e|Como\n',
    '| 1 | "Open | Rome |',
  ],
  ['a quote that is never closed', 'Code,Name,Town\n1,"Open,Rome\n2,b,Bari\n3,c,Pisa\n', '| 1 | "Open | Rome |'],
  ['fields of several lines', 'a,b,c\n1,"x, y\nz\nw, v",2\n3,4,5\n', '| 1 | x, y<br>z<br>w, v | 2 |'],
  ['fields of two lines that look like records', 'a,b,c\n1,"x, y\nz, w",2\n3,4,5\n', '| 1 | x, y<br>z, w | 2 |'],
])('quotes hide no line ends of records that agree without them: %s', async (_, csv, row) => {
  expect(await read(csv)).toContain(`${row}\n`);
});

test('sentences in one column are not cut at their commas', async () => {
  expect(await read('Word\nalpha\nbeta, gamma\ndelta\n')).toBe(
    '| Word |\n| - |\n| alpha |\n| beta, gamma |\n| delta |\n',
  );
  expect(await read('Word\nalpha\nbeta,gamma\ndelta\n')).toContain('| beta | gamma |');
  expect(await read('Word, kind\nalpha\nbeta, gamma\ndelta\n')).toContain('| Word | kind |');
});

test('a title or comments above the table are paragraphs', async () => {
  const title = 'Sales of 2024,,\n,,\nRegion,Q1,Q2\nNorth,1,2\n';
  expect(await read(title)).toBe('Sales of 2024\n\n| Region | Q1 | Q2 |\n| - | - | - |\n| North | 1 | 2 |\n');
  expect(await read(title.replace(',,\n,,', ',,'))).toBe(await read(title));
  const comments = '# from a program\n# in May\na,b\n1,2\n3,4\n';
  expect(await read(comments)).toBe(`\\# from a program\n\n\\# in May\n\n${TABLE}| 3 | 4 |\n`);
});

test('a column without a name makes no title of the header', async () => {
  expect(await read('Name,\nAnna,1\nBo,\n')).toBe('| Name |  |\n| - | - |\n| Anna | 1 |\n| Bo |  |\n');
  expect(await read('Name,,\nAnna,1,2\n')).toBe('| Name |  |  |\n| - | - | - |\n| Anna | 1 | 2 |\n');
  expect(await read(',2023,2024\nNorth,1,2\n')).toBe('|  | 2023 | 2024 |\n| - | - | - |\n| North | 1 | 2 |\n');
});

test('an empty record between others stays', async () => {
  expect(await read('a,b\n1,2\n,\n3,4\n')).toBe(`${TABLE}|  |  |\n| 3 | 4 |\n`);
});

test('rows of different lengths keep all their fields', async () => {
  expect(await read('a,b\n1\n2,3,4\n')).toBe('| a | b |  |\n| - | - | - |\n| 1 |  |  |\n| 2 | 3 | 4 |\n');
});

test('a long file streams: one table over many pages, and its ranges together are the whole', async () => {
  const file = makeSource(`n,word\n${Array.from({ length: 5000 }, (_, n) => `${n},"word ${n}"`).join('\n')}`, 'x.csv');
  const whole = await readDocument(file);
  expect(whole.markdown.trimEnd().split('\n')).toHaveLength(5002);
  expect(await countPages(file)).toBe(whole.summary.pages);
  const parts = await Promise.all(
    [
      { start: 1, end: 3 },
      { start: 4, end: whole.summary.pages },
    ].map((range) => readDocument(file, { range })),
  );
  expect(await mergeParts(parts.map(({ part }) => part))).toBe(whole.markdown);
});

test.each([
  [
    'a backslash',
    String.raw`id,text,n|1,"say \"hi\", then go",5|2,"plain",6`,
    '| 1 | say "hi", then go | 5 |\n| 2 | plain | 6 |',
  ],
  ['a backslash within words', String.raw`id,text|1,"5\" pipe"|2,"x"`, '| 1 | 5" pipe |'],
  ['doubled quotes beside backslashes', String.raw`p,text|"C:\","say ""hi"""|"D:\","b"`, '| say "hi" |'],
  ['single quotes', "id,'text'|1,'a, b'|2,'it''s'", "| id | text |\n| - | - |\n| 1 | a, b |\n| 2 | it's |"],
  ['apostrophes that quote nothing', "id,text|1,it's|2,'tis", "| 1 | it's |\n| 2 | 'tis |"],
  ['a stated delimiter', 'sep=;|a;b|"1,5";"x;y"', '| a | b |\n| - | - |\n| 1,5 | x;y |'],
  [
    'dates with commas, and records that end early',
    'April 5, 2023;25.00;Ray;pending|April 4, 2023;16.00;Lon;|April 3, 2023;4.00',
    '| April 5, 2023 | 25.00 | Ray | pending |',
  ],
  ['commas before spaces', 'a, b|1, 2|3, 4', '| 1 | 2 |'],
])('quoting: %s', async (_name, lines, rows) => {
  expect(await read(`${lines.replaceAll('|', '\n')}\n`)).toContain(rows);
});

test('mixed ends of lines are read alike', async () => {
  expect(await read('\ufeffa,b\r\n1,2\n3,4\r5,6')).toBe(`${TABLE}| 3 | 4 |\n| 5 | 6 |\n`);
});

test('tables that blank lines part have headers of their own', async () => {
  expect(await read('Report,Sales of May\nPrepared by,Office 3\n\nItem,Qty,Price\nPen,2,1.5\nInk,1,4.0\n')).toBe(
    '| Report | Sales of May |\n| - | - |\n| Prepared by | Office 3 |\n\n| Item | Qty | Price |\n| - | - | - |\n| Pen | 2 | 1.5 |\n| Ink | 1 | 4.0 |\n',
  );
  expect(await read('Region,Sales\nNorth,5\nSouth,6\n,\nProduct,Sold\nPen,4\nInk,7\n')).toContain(
    '| South | 6 |\n\n| Product | Sold |\n| - | - |\n| Pen | 4 |',
  );
});

test('a table stays whole where blank lines only part its sections', async () => {
  expect(await read('Item,Qty\nPen,2\n\nInk,1\nNib,3\n')).toBe(
    '| Item | Qty |\n| - | - |\n| Pen | 2 |\n| Ink | 1 |\n| Nib | 3 |\n',
  );
  expect(await read('Name,Note\nAnn,x\n\nBob,y\nEve,z\n')).toContain('| Ann | x |\n| Bob | y |');
});
