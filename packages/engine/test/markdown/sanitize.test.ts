import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { sanitizeMarkdown } from '../../src/markdown/sanitize.ts';
import { executableParts } from '../../../../test/make/executable.ts';

describe('Markdown of others', () => {
  it.each([
    'A <b>bold</b>, <kbd>Ctrl</kbd> and H<sub>2</sub>O.<br/>\n<!-- toc -->\n',
    '<details open>\n<summary>More</summary>\n\n```html\n<script>run()</script>\n```\n\n</details>',
    '<p align="center">\n  <img\n    src="a.png"\n    alt="A">\n</p>',
    '1. Write:\n\n   ```html\n   <script src="a.js"></script>\n   ```\n\n2. Run `<script>`, `a < b` and ``List<`T`>``.',
    '[a](b.md "t") ![a](data:image/png;base64,AAAA) <https://a.example/?b=c> <a@b.example>\n\n[a]: mailto:a@b.example',
    'JavaScript: The Good Parts (JavaScript: yes), a < b, a <- b, x<1\n\n~~~\n<svg onload=x>\n~~~',
    '> ```js\n> a\n> ```\n\n- ```\n  a\n  ```\n\n\\# \\[a\\] \\`',
    '<!-- comment\n\nof lines -->\n\nA paragraph with `code\nover lines`.',
  ])('stays as it is where it is harmless: %j', (markdown) => {
    expect(sanitizeMarkdown(markdown)).toBe(markdown);
    expect(executableParts(markdown)).toEqual([]);
  });

  it.each([
    ['handlers', '<img src="a" onerror="run()" alt="b">', '<img src="a" alt="b">'],
    ['elements that run', '<script>run()</script>', '&lt;script>run()&lt;/script>'],
    ['links', '[a](javascript:run()) ![a](<vbscript:b c>)', '[a](javascript%3Arun()) ![a](vbscript%3Ab%20c)'],
    ['links in disguise', '[a]:\n JaVa&Tab;script:run()', '[a]:\n JaVa%26Tab;script%3Arun()'],
    ['links in HTML', '<a title="a" href=" java&#115;cript:run()">b</a>', '<a title="a">b</a>'],
    ['comments over lines', 'a\n<!-- b\n\n<script> -->c', 'a\n\nc'],
    ['what only looks like code', 'a ` b\n`<svg onload=x>`', 'a &#96; b\n`<svg onload=x>`'],
    ['code in HTML', '<div>\n`<svg onload=x>`\n</div>', '<div>\n`&lt;svg onload=x>`\n</div>'],
    ['tags behind a backslash', '\\<script>', '&lt;script>'],
  ])('loses what runs scripts: %s', (_, markdown, expected) => {
    expect(sanitizeMarkdown(markdown)).toBe(expected);
    expect(executableParts(expected)).toEqual([]);
  });

  const fragments = [
    '`|``|```|````|~~~|\n|\n|\n|\n\n| |  |    |\t|- |1. |7) |> |>|</script>|<script>|<img src=x onerror=alert(1)>|<img src=x',
    'onerror=alert(1)>|<svg onload=alert(1)>|<a href="|javascript:alert(1)|">|[x](|[x]: |[x]|)|](|<|>|"|\'|\\|<!--|-->',
    '<!-- a -->|<div>|</div>|<pre>|</pre>|<b>|<?|?>|<![CDATA[|]]>|$$|$|&#58;|&colon;|java|script|&#115;|a|b|# |[^1]: |: ',
    '***|---\n|===\n|<https://a/|https://a.b/|\r|\f',
  ]
    .flatMap((text) => text.split('|'))
    .concat('|', '| a |\n|-|\n');
  test('runs nothing, whatever it is made of', { timeout: 60_000 }, () => {
    const markdown = fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(markdown, (text) => {
        const written = sanitizeMarkdown(text);
        expect({ written, found: executableParts(written) }).toEqual({ written, found: [] });
      }),
      { numRuns: Number(process.env['RUNS'] ?? 3000) },
    );
  });
});
