/** Values that tell more of a span, by names of OpenTelemetry or ones that begin with `scriptorium.`. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span while it lasts. */
export interface LiveSpan {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  fail(message: string): void;
}

/** A span that is over. Times are in milliseconds since the epoch. */
export interface PastSpan {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes?: SpanAttributes;
  /** Why it failed. */
  readonly failed?: string | undefined;
}

/**
 * The place of a job in a trace: its own span, as a `traceparent` (W3C Trace Context), and that of its parent. Its span
 * is sent when the job ends, by whoever ends it.
 */
export interface JobTrace {
  readonly traceparent: string;
  readonly parent?: string;
}

/** Makes and sends spans (`src/telemetry/otlp.ts`), in a process that sends traces. */
export interface Tracing {
  inSpan<T>(name: string, options: SpanOptions, run: (span: LiveSpan) => Promise<T>): Promise<T>;
  startSpan(name: string, attributes: SpanAttributes): () => void;
  inTrace<T>(traceparent: string, run: () => T): T;
  /** The span that lasts now, as a `traceparent`. */
  current(): string | undefined;
  beginJob(parent: string | undefined): JobTrace;
  addSpan(parent: string, span: PastSpan): string;
  addJobSpan(trace: JobTrace, span: PastSpan): void;
}

export interface SpanOptions {
  readonly attributes?: SpanAttributes;
  /** Of a request that is answered; `traceparent` is what the client said. */
  readonly server?: { readonly traceparent: string | undefined };
}

/** A span of which nothing is sent. */
export const UNTRACED: LiveSpan = { set: () => undefined, rename: () => undefined, fail: () => undefined };
let tracing: Tracing | undefined;

/** Called once, at the start of a process that sends traces. */
export function setTracing(used: Tracing | undefined): void {
  tracing = used;
}

export const isTracing = (): boolean => tracing !== undefined;

/** Runs within a span. An error that is thrown is the span's. */
export function inSpan<T>(name: string, options: SpanOptions, run: (span: LiveSpan) => Promise<T>): Promise<T> {
  return tracing ? tracing.inSpan(name, options, run) : run(UNTRACED);
}

/** Begins a span that ends when the answered function is first called. */
export function startSpan(name: string, attributes: SpanAttributes = {}): () => void {
  return tracing?.startSpan(name, attributes) ?? (() => undefined);
}

/** Runs as a part of a trace, so that spans and lines of the log belong to it. */
export function inTrace<T>(traceparent: string | undefined, run: () => T): T {
  return tracing && traceparent !== undefined ? tracing.inTrace(traceparent, run) : run();
}

/** The `traceparent` of what runs now, to be handed on. */
export const currentTrace = (): string | undefined => tracing?.current();

/** A new job as a part of what runs now, or of the trace that is named. */
export const beginJobTrace = (parent = currentTrace()): JobTrace | undefined => tracing?.beginJob(parent);

/** Adds a span that is over below another one; answers its `traceparent`. */
export function addSpan(parent: string | undefined, span: PastSpan): string | undefined {
  return parent === undefined ? undefined : tracing?.addSpan(parent, span);
}

/** Adds the span of a job that has ended. */
export function addJobSpan(trace: JobTrace | undefined, span: PastSpan): void {
  if (trace) tracing?.addJobSpan(trace, span);
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

/** Undefined for anything that is no `traceparent`. */
export function readTraceparent(text: string | undefined): TraceIds | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: parseInt(flags, 16) };
}

/** True where spans of this trace are sent. */
export const isSampled = (traceparent: string | undefined): boolean =>
  ((readTraceparent(traceparent)?.flags ?? 0) & 1) === 1;

/** The fields of the trace in a line of the log, by the names that OpenTelemetry gives them in JSON. */
export function traceFields(traceparent = currentTrace()): Readonly<Record<string, string>> {
  const ids = readTraceparent(traceparent);
  return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
}
