import type { Hearing } from '../../protocol/supervisor.ts';

/** Hears one message. A question is always answered: the process waits for that. */
export function hear(
  message: { readonly type: string; readonly file?: unknown },
  { onPage, onQuestion }: Hearing,
  send: (answer: object) => void,
): void {
  if (message.type === 'page') onPage?.();
  if (message.type !== 'question') return;
  void answerTo(message.file, onQuestion).then(send);
}

async function answerTo(file: unknown, onQuestion: Hearing['onQuestion']): Promise<object> {
  try {
    return (typeof file === 'string' && (await onQuestion?.(file))) || {};
  } catch {
    return {};
  }
}
