import { EXIT } from '../protocol/worker.ts';

/** Lines of JSON between this process and the parent that started it. */
export interface Channel {
  /** The next line from the parent. The process ends when the parent has gone. */
  next(): Promise<unknown>;
  /** Every line to the parent starts with its `type`, so that the chatter of a library on standard output is none. */
  send(message: Message): void;
  /** The same for progress, which is shown a few times in a second: it may wait for what is sent next. */
  tell(message: Message): void;
}

type Message = { readonly type: string } & Readonly<Record<string, unknown>>;

const TELL_MS = 100;

/**
 * Standard input and output as a channel. A parent that ends, however, closes our input: then this process ends too.
 */
export function openChannel(): Channel {
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let rest = '';
  let unsent = '';
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    since = performance.now();
    process.stdout.write(unsent);
    unsent = '';
  };
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    for (const line of pieces) {
      const resolve = waiting.shift();
      if (resolve) resolve(line);
      else lines.push(line);
    }
  });
  process.stdin.on('end', () => process.exit(EXIT.stopped));
  process.stdin.on('error', () => process.exit(EXIT.stopped));
  return {
    async next() {
      const line = lines.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
      since = performance.now();
      return JSON.parse(line);
    },
    send(message) {
      unsent += `${JSON.stringify(message)}\n`;
      flush();
    },
    tell(message) {
      unsent += `${JSON.stringify(message)}\n`;
      if (performance.now() - since > TELL_MS) flush();
      else timer ??= setTimeout(flush, TELL_MS);
    },
  };
}
