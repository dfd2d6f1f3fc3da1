import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Question {
  readonly authorization: string | undefined;
  readonly model: string;
  /** A PNG file. */
  readonly picture: Buffer;
}

/** A small server of OpenAI's chat completions with pictures, of which the tests say what its model reads. */
export interface ModelServer {
  /** With `/v1`. */
  readonly url: string;
  readonly questions: Question[];
  /** What is read on the next pictures, or the status that is answered; undefined: nothing is ever answered. */
  reads: string | number | undefined;
  close(): Promise<void>;
}

/** `host`: the address of this machine at which it is asked. */
export async function openModelServer(host = '127.0.0.1'): Promise<ModelServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = await readQuestion(request);
    if (question) model.questions.push(question);
    const { reads } = model;
    if (reads === undefined) return;
    const status = question === undefined ? 400 : typeof reads === 'number' ? reads : 200;
    // Endpoints repeat what they were sent in their errors.
    const error = { error: { message: question?.authorization ?? '' } };
    const body = status === 200 ? completionOf(String(reads), question!.model) : error;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const model: ModelServer = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/v1`,
    questions: [],
    reads: '',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return model;
}

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly content: readonly { readonly image_url?: { readonly url: string } }[] }[];
}

/** Undefined for what is no question about a picture. */
async function readQuestion(request: IncomingMessage): Promise<Question | undefined> {
  const body = JSON.parse(await text(request)) as Body;
  const url = body.messages[0]?.content.find(({ image_url: image }) => image)?.image_url?.url ?? '';
  const [, base64] = /^data:image\/png;base64,(.+)$/.exec(url) ?? [];
  if (request.url !== '/v1/chat/completions' || base64 === undefined) return undefined;
  return {
    authorization: request.headers.authorization,
    model: body.model,
    picture: Buffer.from(base64, 'base64'),
  };
}

const completionOf = (content: string, model: string): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
