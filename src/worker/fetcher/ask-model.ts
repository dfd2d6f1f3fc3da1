import type { IncomingMessage } from 'node:http';
import { MAX_READING, type TaskResult } from '../../protocol/tasks.ts';
import type { AskAssignment } from '../assignment.ts';
import { HttpError, readJson, send } from '../transfer/http.ts';

/** Bytes of an answer, with what models say besides. */
const MOST_BYTES = 1024 * 1024;
/** A page has fewer. */
const MOST_TOKENS = 4096;
const PROMPT =
  'Transcribe all text of this page, line by line, in the order in which it is read. Write only what is printed or ' +
  'written there. Leave out what you cannot read. Do not explain, translate, correct or complete anything.';

/**
 * Asks an endpoint that speaks OpenAI's chat completions for the text of a picture. It is asked at the address that the
 * operator of the service named, and no other: redirects are not followed.
 */
export async function askModel(assignment: AskAssignment): Promise<TaskResult<'ask'>> {
  const { endpoint, model, apiKey, picture, seconds } = assignment;
  const body = JSON.stringify({
    model,
    temperature: 0,
    max_tokens: MOST_TOKENS,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: PROMPT },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
        ],
      },
    ],
  });
  const call = {
    method: 'POST',
    url: `${endpoint.replace(/\/+$/, '')}/chat/completions`,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body,
    idleMs: seconds * 1000,
    signal: AbortSignal.timeout(seconds * 1000),
  } as const;
  try {
    const response = await send('', call);
    if (response.statusCode !== 200) {
      response.destroy();
      throw new HttpError(call, response.statusCode ?? 0);
    }
    return { ok: true, text: (await readText(response)).slice(0, MAX_READING) };
  } catch (error) {
    return { ok: false, failure: { code: 'fetch_failed', message: reasonOf(error, call.signal) } };
  }
}

class NoText extends Error {}

/** The text of the first choice (OpenAI, "The chat completion object"). */
async function readText(response: IncomingMessage): Promise<string> {
  const answer = (await readJson(response, MOST_BYTES)) as {
    readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  } | null;
  const text = answer?.choices?.[0]?.message?.content;
  if (typeof text !== 'string') throw new NoText('The answer has no text.');
  return text;
}

/** Without what the endpoint said: it may repeat the key. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The endpoint did not answer in time.';
  if (error instanceof HttpError) return `The endpoint responded with status ${error.statusCode}.`;
  if (error instanceof NoText || error instanceof SyntaxError) return 'The answer is no chat completion.';
  return `The endpoint could not be reached (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`;
}
