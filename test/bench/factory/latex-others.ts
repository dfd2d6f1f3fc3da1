import { escapeLatex, inlineLatex } from '../quality/corpus/latex-text.ts';
import { listOf } from '../quality/corpus/make-blocks.ts';
import { numberTable } from '../quality/corpus/make-tables.ts';
import type { Block, Draft } from '../quality/corpus/model.ts';
import type { Prose } from '../quality/corpus/prose.ts';
import { randomOf } from '../quality/corpus/random.ts';
import type { Random } from '../quality/corpus/random.ts';
import { blockLatex } from '../quality/corpus/render-latex.ts';
import type { Sample } from './sample.ts';

/** Slides of which each fits on its page: what runs over the edge is not printed. */
export function anyDeck(random: Random, prose: Prose): Draft {
  const body = (): Block => {
    const list = listOf(random, prose, random.pick(['bullet', 'decimal']));
    return random.pick<() => Block>([
      () => ({ ...list, items: list.items.slice(0, 4).map(({ text }) => ({ text })) }),
      () => numberTable(random, prose, random.pick(['booktabs', 'grid', 'rows']), random.int(3, 5)),
      () => ({ kind: 'paragraph', text: prose.paragraph(2) }),
    ])();
  };
  return {
    blocks: random
      .sample(prose.words.topics, random.int(2, 6))
      .flatMap((text): Block[] => [
        { kind: 'heading', level: 1, text },
        body(),
        ...(random.chance(0.3) ? [{ kind: 'paragraph' as const, text: prose.sentence() }] : []),
      ]),
  };
}

/** Slides by beamer. */
export function beamerOf({ name, source }: Sample): string {
  const random = randomOf(`beamer ${name}`);
  const frames: string[] = [];
  for (const block of source.blocks) {
    if (block.kind === 'heading') frames.push(`\\begin{frame}{${escapeLatex(block.text)}}`);
    else frames[frames.length - 1] += `\n${blockLatex(block, { width: 300, size: 11 })}\n`;
  }
  return [
    '\\documentclass{beamer}\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\\usepackage{lmodern,textcomp,array,booktabs,multirow,longtable}',
    `\\usetheme{${random.pick(['default', 'default', 'Boadilla', 'Singapore', 'Pittsburgh'])}}\\setbeamertemplate{navigation symbols}{}\\setbeamertemplate{footline}{}`,
    '\\begin{document}',
    ...frames.map((frame) => `${frame}\\end{frame}`),
    '\\end{document}\n',
  ].join('\n');
}

/** A letter with its sender, date, salutation and closing. */
export function anyLetter(random: Random, prose: Prose): Draft {
  const place = random.pick(prose.words.places);
  const signer = prose.person();
  return {
    blocks: [
      { kind: 'lines', lines: [`${random.int(1, 90)} Mill Lane`, place], align: 'right' },
      { kind: 'lines', lines: [prose.date()], align: 'right' },
      {
        kind: 'lines',
        lines: [prose.person(), `${random.int(1, 90)} Harbour Street`, random.pick(prose.words.places)],
      },
      { kind: 'paragraph', text: random.pick(['Dear Sir or Madam,', `Dear ${prose.person()},`]) },
      ...Array.from({ length: random.int(2, 4) }, (): Block => ({ kind: 'paragraph', text: prose.paragraph() })),
      ...(random.chance(0.3) ? [listOf(random, prose, 'bullet')] : []),
      { kind: 'paragraph', text: random.pick(['Yours sincerely,', 'Yours faithfully,', 'Kind regards,']) },
      { kind: 'lines', lines: [signer] },
    ],
  };
}

/** A letter by the class of that name. */
export function letterOf({ look, source }: Sample): string {
  const [sender, date, to, salutation, ...rest] = source.blocks;
  const lines = (block: Block | undefined): string =>
    block?.kind === 'lines' ? block.lines.map(escapeLatex).join('\\\\ ') : '';
  const closing = rest.at(-2);
  const text = (block: Block | undefined): string => (block?.kind === 'paragraph' ? inlineLatex(block.text) : '');
  const body = rest.slice(0, -2).map((block) => blockLatex(block, { width: 340, size: look.size }));
  return [
    `\\documentclass[${look.size < 10.5 ? 10 : 11}pt,${look.paper === 'letter' ? 'letter' : 'a4'}paper]{letter}\\usepackage[utf8]{inputenc}\\usepackage{textcomp}`,
    `\\address{${lines(sender)}}\\date{${lines(date)}}\\signature{${lines(rest.at(-1))}}\\pagestyle{empty}\\begin{document}`,
    `\\begin{letter}{${lines(to)}}\\opening{${text(salutation)}}\n${body.join('\n\n')}\n\\closing{${text(closing)}}\\end{letter}\\end{document}\n`,
  ].join('\n');
}
