/** Fields that are open (MS-DOC 2.8.25): instructions are not shown, their results are. */
export interface Fields {
  /** Whether text at this place is shown. */
  isShown(): boolean;
  /** The link that text at this place leads to. */
  href(): string | undefined;
  /** Takes a character of a field or, inside of an instruction, of its text. */
  begin(): void;
  separate(): void;
  end(): void;
  instruct(text: string): void;
}

interface Field {
  instruction: string;
  inResult: boolean;
  href: string | undefined;
}

const INSTRUCTION = 4096;
const DEPTH = 64;

export function createFields(): Fields {
  const stack: Field[] = [];
  return {
    isShown: () => stack.every(({ inResult }) => inResult),
    href: () => stack.findLast(({ href }) => href !== undefined)?.href,
    begin() {
      if (stack.length < DEPTH) stack.push({ instruction: '', inResult: false, href: undefined });
    },
    separate() {
      const field = stack.at(-1);
      if (!field) return;
      field.inResult = true;
      const target = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]+)"/i.exec(field.instruction)?.[1];
      if (target !== undefined && /^(?:https?|mailto|ftp|tel):/i.test(target)) field.href = target;
    },
    end: () => void stack.pop(),
    instruct(text) {
      const field = stack.at(-1);
      if (field) field.instruction = (field.instruction + text).slice(0, INSTRUCTION);
    },
  };
}
