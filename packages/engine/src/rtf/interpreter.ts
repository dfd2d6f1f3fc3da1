import type { Block } from '../document.ts';
import { Failure } from '../failure.ts';
import type { Flow } from '../flow/flow.ts';
import type { EmbeddedDocument } from '../ooxml/embedded.ts';
import { readWord } from './control-words.ts';
import { enterDestination } from './destinations.ts';
import { innerGroup } from './group.ts';
import type { RtfPictures } from './pictures.ts';
import { putBytes, putText } from './put-text.ts';
import { startReading } from './reading.ts';
import type { RtfReading } from './reading.ts';
import type { RtfHandler } from './tokens.ts';
import { CHARACTERS, OBJECT_DATA, SYMBOLS } from './words.ts';

/** Groups that may be open at once. */
const GROUPS = 10_000;
/** Bytes of text that are decoded at once at most. */
const BYTES = 65_536;

/** Reads the tokens of a document as blocks. */
export class Interpreter implements RtfHandler {
  readonly #reading: RtfReading;
  /** Bytes of text that are still to be decoded: characters of several bytes may come in several tokens. */
  #bytes = '';
  /** Characters of the fallback behind `\u` that are still to be dropped. */
  #toDrop = 0;
  /** Nothing of the group was read yet. */
  #isFresh = false;
  /** The group began with `\*`, so that it is skipped if the next word is unknown. */
  #isOptional = false;
  /** The outermost group has ended: text behind it does not belong to the document. */
  #hasEnded = false;

  constructor(flow: Flow, objects: readonly EmbeddedDocument[]) {
    this.#reading = startReading(flow, objects);
  }

  get pictures(): RtfPictures {
    return this.#reading.pictures;
  }

  /** Blocks that are complete since the last call, in order. */
  takeBlocks(): Block[] {
    return this.#reading.body.take();
  }

  /** The body of a note that a block refers to, once. */
  takeNote(label: string): readonly Block[] | undefined {
    const { notes } = this.#reading;
    const blocks = notes.get(label);
    notes.delete(label);
    return blocks;
  }

  open(): void {
    this.#putBytes();
    this.#toDrop = 0;
    this.#isOptional = false;
    this.#isFresh = true;
    const { definitions, outerGroups } = this.#reading;
    if (outerGroups.length >= GROUPS)
      throw new Failure('limit_exceeded', `The document has more than ${GROUPS} open groups.`);
    outerGroups.push(this.#reading.group);
    const group = (this.#reading.group = innerGroup(this.#reading.group));
    group.formula?.open();
    if (group.destination === 'styles') definitions.beginStyle();
  }

  close(): void {
    this.#putBytes();
    this.#toDrop = 0;
    const { definitions, group, outerGroups } = this.#reading;
    if (outerGroups.length === 0) return;
    if (group.end) group.end();
    else {
      group.formula?.close();
      if (group.destination === 'styles') definitions.endStyle();
    }
    this.#reading.group = outerGroups.pop()!;
    this.#hasEnded ||= outerGroups.length === 0;
  }

  word(name: string, parameter: number | undefined): void {
    this.#isFresh = false;
    if (name === OBJECT_DATA) this.#reading.objectCount++;
    const character = Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name] : undefined;
    if (this.#toDrop > 0 && character !== undefined) {
      this.#toDrop--;
      return;
    }
    this.#putBytes();
    if (name === 'u' && parameter !== undefined && !this.#isOptional) {
      putText(this.#reading, String.fromCharCode(parameter & 0xffff));
      this.#toDrop = this.#reading.group.fallback;
      return;
    }
    const { group } = this.#reading;
    if (name === 'ud' && group.alternative !== undefined) {
      group.destination = group.alternative;
      this.#isOptional = false;
    }
    if (group.destination === 'skip') return;
    if (character !== undefined) putText(this.#reading, character);
    else this.#readWord(name, parameter);
    this.#isOptional = false;
  }

  symbol(char: string): void {
    this.#putBytes();
    if (char === '*') this.#isOptional = this.#isFresh;
    else if (this.#toDrop > 0) this.#toDrop--;
    else if (char === '\n' || char === '\r' || char === '\r\n') readWord(this.#reading, 'par', undefined);
    else if (SYMBOLS[char] !== undefined) putText(this.#reading, SYMBOLS[char]);
  }

  text(bytes: string): void {
    if (this.#hasEnded) return;
    this.#isFresh = false;
    const kept = this.#toDrop === 0 ? bytes : bytes.slice(this.#toDrop);
    this.#toDrop = Math.max(0, this.#toDrop - bytes.length);
    this.#bytes += kept;
    if (this.#bytes.length > BYTES) this.#putBytes();
  }

  binary(bytes: Buffer): void {
    this.#putBytes();
    const { group } = this.#reading;
    if (this.#toDrop > 0) this.#toDrop--;
    else if (group.destination === 'picture') group.picture?.binary(bytes);
  }

  end(): void {
    const { bodyStory, flow, outerGroups } = this.#reading;
    if (outerGroups.length > 0) flow.warn('document-repaired');
    while (outerGroups.length > 0) this.close();
    this.#putBytes();
    bodyStory.end(this.#reading.group.paragraph);
  }

  #putBytes(): void {
    if (this.#bytes === '') return;
    const bytes = this.#bytes;
    this.#bytes = '';
    putBytes(this.#reading, bytes);
  }

  #readWord(name: string, parameter: number | undefined): void {
    const { group } = this.#reading;
    if (name === 'upr') Object.assign(group, { alternative: group.destination, destination: 'skip' });
    else if (name === 'uc') group.fallback = Math.max(0, parameter ?? 1);
    else if (!enterDestination(this.#reading, name, this.#isOptional)) readWord(this.#reading, name, parameter);
  }
}
