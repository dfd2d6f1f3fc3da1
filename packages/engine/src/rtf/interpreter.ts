import type { Block } from '../document.ts';
import { symbolText } from '../docx/symbols.ts';
import { Failure } from '../failure.ts';
import type { Flow } from '../flow/flow.ts';
import { headerBlocks } from '../flow/page-header.ts';
import { createDefinitions } from './definitions.ts';
import { decodeBytes } from './fonts.ts';
import { characterWord, codePageWord, paragraphWord } from './formatting.ts';
import { innerGroup, outermostGroup } from './group.ts';
import { createFormula } from './math.ts';
import { PLAIN_PARAGRAPH } from './paragraph-format.ts';
import { createPictures } from './pictures.ts';
import type { RtfPictures } from './pictures.ts';
import { createRowReader } from './rows.ts';
import { createStory } from './story.ts';
import type { Story } from './story.ts';
import type { RtfHandler } from './tokens.ts';
import { CHARACTERS, DESTINATIONS, SKIPPED, SYMBOLS } from './words.ts';
import type { Destination } from './words.ts';

/** Groups that may be open at once: they are kept in a list, but not without end. */
const GROUPS = 10_000;

export interface Interpreter extends RtfHandler {
  readonly pictures: RtfPictures;
  /** Blocks that are complete since the last call, in order. */
  take(): Block[];
  /** The body of a note that a block refers to, once. */
  note(label: string): readonly Block[] | undefined;
  end(): void;
}

export function createInterpreter(flow: Flow): Interpreter {
  const definitions = createDefinitions();
  const pictures = createPictures(flow);
  const rows = createRowReader();
  const context = { styles: definitions.styles, lists: definitions.lists, state: { titled: false } };
  const ready: Block[] = [];
  const notes = new Map<string, readonly Block[]>();
  let noteCount = 0;
  let codePage = 'cp1252';
  /** Bytes in the encoding of one font, and characters of a fallback that are still to be dropped. */
  let pending = '';
  let dropped = 0;
  /** Nothing of the group was read yet; and `\*` was, so that the next word names a destination that may be skipped. */
  let fresh = false;
  let optional = false;
  /** The outermost group has ended: what follows is none of the document. */
  let ended = false;
  let propertyName = '';
  let label = '';
  /** The header of the first page, which is the title of a table with which the document begins. */
  let header: readonly Block[] | undefined;
  let hasFirstHeader = false;
  let begun = false;
  const body = createStory(context, (block) => {
    if (!begun && block.kind === 'table') ready.push(...(header ?? []));
    begun = true;
    ready.push(block);
  });
  let group = outermostGroup(body);
  const stack: (typeof group)[] = [];

  const flush = (): void => {
    if (pending === '') return;
    const bytes = pending;
    pending = '';
    const font = definitions.fonts.get(group.font ?? -1);
    if (font && /^(?:symbol|wingdings)/i.test(font.name))
      put(Array.from(bytes, (char) => symbolText(font.name, char.charCodeAt(0).toString(16))).join('') || bytes);
    else put(decodeBytes(bytes, font?.encoding ?? codePage));
  };

  /** Where text goes, by the destination of its group; that of others is dropped. */
  const texts: Partial<Record<Destination, (text: string) => void>> = {
    text: (text) => group.hidden || group.story.text(text, group.look),
    fonts: definitions.fontText,
    styles: definitions.styleText,
    label: (text) => void (label += text),
    instruction: (text) => {
      if (group.field) group.field.instruction += text;
    },
    picture: (text) => group.picture?.hex(text),
    'property-name': (text) => void (propertyName = text.trim()),
    'property-value': (text) => {
      if (/^wzDescription$/i.test(propertyName) && group.picture) group.picture.alt += text;
    },
    math: (text) => group.formula?.text(text),
  };
  const put = (text: string): void => texts[group.destination]?.(text);

  const enter = (name: string): boolean => {
    const found = Object.hasOwn(DESTINATIONS, name) ? DESTINATIONS[name] : undefined;
    if (found === 'note') beginNote();
    else if (found === 'box') beginStory((blocks) => stack.at(-1)?.story.float(blocks));
    else if (found !== undefined) begin(found);
    else if (isFirstHeader(name)) beginStory(readHeader);
    else if (SKIPPED.has(name) || optional) {
      if (name === 'annotation') flow.warn('comment-left-out');
      group.destination = 'skip';
    } else return false;
    return true;
  };

  const isFirstHeader = (name: string): boolean =>
    !begun && header === undefined && (hasFirstHeader ? name === 'headerf' : name === 'header' || name === 'headerr');
  const readHeader = (blocks: readonly Block[]): void => {
    header = headerBlocks(blocks);
    if (hasFirstHeader) ready.push(...header);
    begun ||= hasFirstHeader;
  };

  const begin = (destination: Destination): void => {
    group.destination = destination;
    const { story } = group;
    if (destination === 'picture') {
      const picture = (group.picture = pictures.begin());
      group.end = () => {
        const image = picture.end();
        if (image && !stack.at(-1)?.hidden) story.inline(image);
      };
    } else if (destination === 'label') {
      label = '';
      group.end = () => story.label(label.trim());
    } else if (destination === 'math') {
      const formula = (group.formula = createFormula());
      group.end = () => {
        const latex = formula.end();
        if (latex !== '') story.inline({ kind: 'math', latex });
      };
    }
  };

  const beginStory = (done: (blocks: readonly Block[]) => void): void => {
    const blocks: Block[] = [];
    const story: Story = createStory(context, (block) => void blocks.push(block));
    const { paragraph } = group;
    Object.assign(group, { destination: 'text', story, look: {}, hidden: false, paragraph: { ...PLAIN_PARAGRAPH } });
    group.end = () => {
      story.end({ ...paragraph, tableDepth: 0 });
      done(blocks);
    };
  };

  const beginNote = (): void => {
    const outer = group.story;
    const number = String(++noteCount);
    beginStory((blocks) => {
      notes.set(number, blocks);
      outer.inline({ kind: 'footnote', label: number });
    });
  };

  const textWord = (name: string, parameter: number | undefined): void => {
    switch (name) {
      case 'par':
      case 'sect':
      case 'page':
      case 'column':
        return group.story.endParagraph(group.paragraph);
      case 'line':
      case 'lbr':
        return group.story.inline({ kind: 'break' });
      case 'cell':
        return group.story.endCell(1, group.paragraph);
      case 'nestcell':
        return group.story.endCell(Math.max(2, group.paragraph.tableDepth), group.paragraph);
      case 'row':
        return group.story.endRow(1, rows.take(0));
      case 'field':
        group.field = { instruction: '' };
        return;
      case 'fldrslt':
        return enterResult();
      default:
        if (rows.word(0, name, parameter) || paragraphWord(group.paragraph, name, parameter)) return;
        codePage = codePageWord(name, parameter) ?? codePage;
        characterWord(group, name, parameter);
    }
  };

  /** What a field shows; that of a link leads where its instruction says. */
  const enterResult = (): void => {
    const instruction = group.field?.instruction ?? '';
    const href = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]+)"/i.exec(instruction)?.[1];
    if (href !== undefined && /^(?:https?|mailto|ftp|tel):/i.test(href)) group.look = { ...group.look, href };
  };

  /** What control words say, by the destination of their group. */
  const words: Partial<Record<Destination, (name: string, parameter: number | undefined) => void>> = {
    text(name, parameter) {
      if (name === 'titlepg') hasFirstHeader ||= !begun;
      else textWord(name, parameter);
    },
    fonts: (name, parameter = 0) => definitions.fontWord(name, parameter),
    styles: (name, parameter = 0) => definitions.styleWord(name, parameter),
    lists: (name, parameter = 0) => definitions.listWord(name, parameter),
    overrides: (name, parameter = 0) => definitions.overrideWord(name, parameter),
    picture: (name) => group.picture?.type(name),
    math: (name) => group.formula?.word(name),
    label: (name, parameter) => characterWord(group, name, parameter),
    'nested-row': (name, parameter) => {
      if (name === 'nestrow') group.story.endRow(Math.max(2, group.paragraph.tableDepth), rows.take(1));
      else rows.word(1, name, parameter);
    },
  };
  const word = (name: string, parameter: number | undefined): void => words[group.destination]?.(name, parameter);

  return {
    pictures,
    open() {
      flush();
      dropped = 0;
      optional = false;
      fresh = true;
      if (stack.length >= GROUPS)
        throw new Failure('limit_exceeded', `The document has more than ${GROUPS} open groups.`);
      stack.push(group);
      group = innerGroup(group);
      group.formula?.open();
      if (group.destination === 'styles') definitions.beginStyle();
    },
    close() {
      flush();
      dropped = 0;
      if (stack.length === 0) return;
      if (group.end) group.end();
      else {
        group.formula?.close();
        if (group.destination === 'styles') definitions.endStyle();
      }
      group = stack.pop()!;
      ended ||= stack.length === 0;
    },
    word(name, parameter) {
      fresh = false;
      const character = Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name] : undefined;
      if (dropped > 0 && character !== undefined) {
        dropped--;
        return;
      }
      if (name === 'u' && parameter !== undefined && !optional) {
        flush();
        put(String.fromCharCode(parameter & 0xffff));
        dropped = group.fallback;
        return;
      }
      flush();
      if (name === 'ud' && group.alternative !== undefined) {
        group.destination = group.alternative;
        optional = false;
      }
      if (group.destination === 'skip') return;
      if (name === 'upr') Object.assign(group, { alternative: group.destination, destination: 'skip' });
      else if (name === 'uc') group.fallback = Math.max(0, parameter ?? 1);
      else if (character !== undefined) put(character);
      else if (!enter(name)) word(name, parameter);
      optional = false;
    },
    symbol(char) {
      flush();
      if (char === '*') optional = fresh;
      else if (dropped > 0) dropped--;
      else if (char === '\n' || char === '\r' || char === '\r\n') word('par', undefined);
      else if (SYMBOLS[char] !== undefined) put(SYMBOLS[char]);
    },
    text(bytes) {
      if (ended) return;
      fresh = false;
      const kept = dropped === 0 ? bytes : bytes.slice(dropped);
      dropped = Math.max(0, dropped - bytes.length);
      pending += kept;
      if (pending.length > 65_536) flush();
    },
    binary(bytes) {
      flush();
      if (dropped > 0) dropped--;
      else if (group.destination === 'picture') group.picture?.binary(bytes);
    },
    take: () => ready.splice(0),
    note(number) {
      const blocks = notes.get(number);
      notes.delete(number);
      return blocks;
    },
    end() {
      if (stack.length > 0) flow.warn('document-repaired');
      while (stack.length > 0) this.close();
      flush();
      body.end(group.paragraph);
    },
  };
}
