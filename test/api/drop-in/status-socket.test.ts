import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { openService, type TestService } from '../service.ts';
import { askWith, formOf } from './ask.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await openService();
  await service.grant('acme', 1000);
  key = await service.key('acme');
});
afterAll(() => service.close());

interface Message {
  readonly message: string;
  readonly error?: string;
  readonly task?: { readonly task_status: string };
}

/** The messages of a socket until it is closed; undefined if it was refused. */
async function listen(taskId: string, { apiKey = key, isAsking = true } = {}): Promise<Message[] | undefined> {
  const messages: Message[] = [];
  const socket = new WebSocket(`${service.base.replace('http', 'ws')}/v1/status/ws/${taskId}?api_key=${apiKey}`);
  let isOpen = false;
  socket.addEventListener('open', () => (isOpen = true));
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    messages.push(message);
    if (isAsking && message.message === 'update') socket.send('next');
    if (messages.length === 2) void service.startController();
  });
  await new Promise((closed) => socket.addEventListener('close', closed));
  return isOpen ? messages : undefined;
}

describe('the websocket of docling-serve', () => {
  it.each([true, false])('tells of a task until it ends, whether the client asks or not: %s', async (isAsking) => {
    const body = formOf({ 'a.pdf': makeNumberedPdf(3), 'b.pdf': makeNumberedPdf(3) });
    const ask = askWith(service, { 'X-Api-Key': key });
    const { body: task } = await ask('POST', '/v1/convert/file/async', { body });
    const messages = (await listen(task['task_id'] as string, { isAsking }))!;
    expect(messages[0]!.message).toBe('connection');
    expect(messages.slice(1).map(({ message }) => message)).toEqual(messages.slice(1).map(() => 'update'));
    expect(messages.at(-1)!.task).toMatchObject({ task_status: 'success', task_meta: { num_succeeded: 2 } });
  });

  it('refuses unknown keys, and tasks of others', async () => {
    expect(await listen('job-x~e30', { apiKey: 'nobody' })).toBeUndefined();
    expect(await listen('job-x~e30')).toEqual([{ message: 'error', error: 'Task not found.' }]);
  });

  it('leaves other offers to upgrade alone', async () => {
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
    const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
    socket.write(`GET /health HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`);
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"status":"ok"\}/);
  });
});
