import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { makeArrivals } from '../arrivals.ts';

/** A span as it was received, by the names of `opentelemetry/proto/trace/v1/trace.proto`. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  /** In milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2: error. */
  readonly status: number;
  readonly service: string;
}

/** A receiver of OTLP by HTTP, as a collector has one. */
export interface OtlpReceiver {
  readonly endpoint: string;
  spans(): readonly ReceivedSpan[];
  /** How often it was asked for anything. */
  requests(): number;
  /** Resolves with the first span that is meant, now or once it comes. */
  span(meant: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

export async function otlpReceiver(): Promise<OtlpReceiver> {
  const spans = makeArrivals<ReceivedSpan>();
  let requests = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await buffer(request);
    const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
    if (isTraces) spans.add(...readTraces(bytes));
    response.writeHead(isTraces ? 200 : 404).end();
  };
  const server = createServer((request, response) => {
    requests++;
    void receive(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans.all,
    requests: () => requests,
    span: spans.find,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Field = number | bigint | Buffer;

/** The fields of a message of Protocol Buffers by their numbers. */
function readMessage(bytes: Buffer): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  const field = (wireType: number): Field => {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8).readBigUInt64LE();
    if (wireType === 5) return take(4).readUInt32LE();
    return take(varint());
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    fields.set(number, [...(fields.get(number) ?? []), field(tag % 8)]);
  }
  return fields;
}

const messages = (message: Map<number, Field[]>, number: number): Map<number, Field[]>[] =>
  (message.get(number) ?? []).map((field) => readMessage(field as Buffer));
const text = (message: Map<number, Field[]>, number: number): string =>
  (message.get(number)?.[0] as Buffer | undefined)?.toString() ?? '';
const hex = (message: Map<number, Field[]>, number: number): string =>
  (message.get(number)?.[0] as Buffer | undefined)?.toString('hex') ?? '';
const milliseconds = (message: Map<number, Field[]>, number: number): number =>
  Number((message.get(number)?.[0] as bigint) / 1000n) / 1000;

/** KeyValue: 1 key, 2 AnyValue; AnyValue: 1 string, 2 bool, 3 int. */
function readAttributes(message: Map<number, Field[]>, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(message, number).map((pair) => {
      const value = messages(pair, 2)[0]!;
      return [text(pair, 1), value.has(1) ? text(value, 1) : Number(value.get(2)?.[0] ?? value.get(3)?.[0])];
    }),
  );
}

/** ExportTraceServiceRequest, 1 ResourceSpans (1 Resource, 2 ScopeSpans), 2 Span. */
function readTraces(bytes: Buffer): ReceivedSpan[] {
  return messages(readMessage(bytes), 1).flatMap((resourceSpans) => {
    const resource = readAttributes(messages(resourceSpans, 1)[0]!, 1);
    const all = messages(resourceSpans, 2).flatMap((scopeSpans) => messages(scopeSpans, 2));
    return all.map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      parentSpanId: hex(span, 4),
      name: text(span, 5),
      kind: Number(span.get(6)?.[0]),
      start: milliseconds(span, 7),
      end: milliseconds(span, 8),
      attributes: readAttributes(span, 9),
      status: Number(messages(span, 15)[0]?.get(3)?.[0] ?? 0),
      service: String(resource['service.name']),
    }));
  });
}
