import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

it('sees bullets that are drawn in a column near another, and takes no dot between words for one', async () => {
  const page = makePage();
  const right = Math.max(...PROSE.map((line, index) => page.text(72, 100 + 14 * index, line)));
  const end = page.text(72, 170, 'Alder');
  for (const [line, item] of ['first of all', 'second', 'third', 'fourth', 'last of all'].entries()) {
    page.dot(right + 26, 97 + 14 * line);
    page.text(right + 34, 100 + 14 * line, item);
  }
  page.dot(end + 9, 167);
  page.text(end + 18, 170, 'Birch');
  const markdown = await markdownOf(page.page());
  expect(markdown.match(/• /g)).toHaveLength(5);
  expect(markdown).toContain('Alder Birch');
});

it('reads the questions of an exam with the points that stand at the right of their last lines', async () => {
  const page = makePage();
  page.text(72, 100, 'a) All goods carry a bar code with an article number of thirteen digits.');
  const questions = [
    ['aa)', 'Explain the steps that it takes to find the name of an article by its bar code', 'in a database.'],
    ['ab)', 'The number has a check digit, which is computed from all the other digits. Say', 'what it is for.'],
  ];
  for (const [row, [label, ...lines]] of questions.entries()) {
    page.text(90, 124 + 48 * row, label!);
    page.lines(108, 124 + 48 * row, lines);
    page.text(480, 136 + 48 * row, '(4 points)');
  }
  expect(await markdownOf(page.page())).toBe(
    [
      '- a) All goods carry a bar code with an article number of thirteen digits.',
      '    - aa) Explain the steps that it takes to find the name of an article by its bar code in a database. (4 points)',
      '    - ab) The number has a check digit, which is computed from all the other digits. Say what it is for. (4 points)',
      '',
    ].join('\n'),
  );
});

it('parts a line that leads into the next list from a full item above it', async () => {
  const page = makePage();
  const item = 'assumed to be the same in one study when it is compared to another';
  page.text(60, 100, 'Fixed effects are:');
  page.text(72, 116, `• ${item}`);
  page.text(60, 132, 'Random effects are:');
  page.text(72, 148, '• drawn from a larger population');
  expect(await markdownOf(page.page())).toBe(
    `Fixed effects are:\n\n- ${item}\n\nRandom effects are:\n\n- drawn from a larger population\n`,
  );
});

it('reads the first item below a line that ends no sentence as an item, and one star as the mark of a note', async () => {
  const page = makePage();
  page.lines(72, 64, PROSE.slice(0, 2));
  page.lines(72, 100, ['Findings', '1. Lamp - not lit', '2. Keeper - asleep']);
  page.text(72, 300, 'Ships seen from the harbour');
  page.text(72, 326, '* by the pilots');
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('Findings\n\n1. Lamp - not lit\n2. Keeper - asleep\n\nShips');
  expect(markdown).toContain('harbour\n\n\\* by the pilots\n');
});

it('goes on with the numbers of a list behind its code, a picture or a paragraph', async () => {
  const page = makePage();
  page.text(72, 70, PROSE[0]);
  page.text(72, 100, '1.');
  page.text(90, 100, 'Go to the cellar of the house.');
  page.text(98, 120, 'lamp.open(oil)', { mono: true });
  page.text(108, 132, 'lamp.fill(oil)', { mono: true });
  page.text(72, 170, '2.');
  page.text(90, 170, 'Fill the lamp.');
  page.lines(72, 200, PROSE.slice(0, 3));
  page.text(72, 252, '3.');
  page.text(90, 252, 'Light it.');
  page.lines(72, 280, PROSE.slice(0, 2));
  const markdown = await markdownOf(page.page());
  const code = '    ```\n    lamp.open(oil)\n      lamp.fill(oil)\n    ```\n';
  expect(markdown).toContain(`1. Go to the cellar of the house.\n\n${code}\n2. Fill the lamp.\n`);
  expect(markdown).toContain('\n3. Light it.\n');
});

it('goes on with a list and the list within it on the next page, whose column starts elsewhere', async () => {
  const first = makePage();
  first.lines(72, 100, PROSE.slice(0, 2));
  first.lines(90, 150, ['a. The keepers light the lamps.', 'b. The pilots']);
  first.lines(110, 174, ['i. read the lists;', 'ii. see the ships;']);
  const second = makePage();
  second.lines(110, 100, ['iii. call the boats.']);
  second.lines(90, 112, ['c. Nobody sleeps.']);
  const markdown = await markdownOf(first.page(), second.page());
  expect(markdown).toContain('    - ii. see the ships;\n    - iii. call the boats.\n- c. Nobody sleeps.\n');
});

it('reads two lists beside each other one after the other, also where their lines are on one grid', async () => {
  const page = makePage();
  page.lines(72, 100, ['• Lentils', '• An onion', '• Two carrots', '• Stock', '• Salt']);
  page.lines(200, 100, [
    '1. Chop the onion and fry it until it is',
    'soft.',
    '2. Add the lentils.',
    '3. Boil.',
    '4. Salt.',
  ]);
  expect(await markdownOf(page.page())).toMatch(/^- Lentils\n[^1]*- Salt\n\n1\. Chop.* soft\.\n2\. Add the[^-]*$/);
});

it('reads lines of code across whose spaces stand below each other at the end of a page', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const code = { mono: true, advance: 0.5, space: 5 };
  page.text(72, 180, 'int', code);
  page.text(96, 180, 'main(void)', code);
  page.text(72, 192, '{', code);
  page.text(96, 204, 'printf("hello");', code);
  expect(await markdownOf(page.page())).toMatch(/```\n *int +main\(void\)\n *\{\n +printf\("hello"\);\n```/);
});

it('goes on with the letters of a list where one of them may be Roman', async () => {
  const page = makePage();
  const letters = ['g', 'h', 'i', 'j'];
  for (const [line, letter] of letters.entries()) {
    page.text(72, 100 + 14 * line, `${letter}.`);
    page.text(90, 100 + 14 * line, `The keeper of lamp ${line}, who is on watch until the morning;`);
  }
  const markdown = await markdownOf(page.page());
  expect(markdown.match(/^- \w\. /gm)).toEqual(letters.map((letter) => `- ${letter}. `));
});

it('keeps the numbers that follow on a letter, and nests items by their labels whatever lines stand below these', async () => {
  const page = makePage();
  const item = (x: number, y: number, label: string): void => {
    page.text(x, y, `${label} Lamps along the quay are lit by the keeper at sunset, and by none of the others who`);
    page.text(40, y + 12, 'may be on watch that evening.');
  };
  item(60, 100, '1.');
  item(80, 130, 'a.');
  item(60, 160, '2.');
  item(60, 190, '3.');
  const markdown = await markdownOf(page.page());
  expect(markdown.match(/^ *\S+ (?:a\.)?/gm)).toEqual(['1. ', '    - a.', '2. ', '3. ']);
});
