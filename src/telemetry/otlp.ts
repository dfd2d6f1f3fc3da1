import { hostname } from 'node:os';
import { context, diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TracerProvider,
  TraceIdRatioBasedSampler,
  type IdGenerator,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { readTraceparent, setTracing, UNTRACED, type LiveSpan, type PastSpan, type Tracing } from './trace.ts';

export interface OtlpOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The name of the service, unless the environment has another. */
  readonly service: string;
  readonly version: string;
  /** Said of what cannot be sent, once a minute at most. */
  readonly warn: (message: string) => void;
}

const STOP_MS = 3_000;
const WARN_EVERY_MS = 60_000;

/** Ids are random, but for those of a span that is sent later than its children. */
interface Ids extends IdGenerator {
  planned: { readonly traceId: string; readonly spanId: string } | undefined;
}

function openIds(): Ids {
  const random = new RandomIdGenerator();
  const ids: Ids = {
    planned: undefined,
    generateTraceId: () => ids.planned?.traceId ?? random.generateTraceId(),
    generateSpanId: () => ids.planned?.spanId ?? random.generateSpanId(),
  };
  return ids;
}

/** Sends spans by OTLP, as the variables of OpenTelemetry say. Returns what sends the last ones. */
export function sendByOtlp({ env, service, version, warn }: OtlpOptions): () => Promise<void> {
  diag.setLogger(rarely(warn), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const own = { 'service.name': service, 'service.version': version, 'host.name': hostname() };
  const ids = openIds();
  const provider = new TracerProvider({
    sampler: readSampler(env),
    idGenerator: ids,
    resource: resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...readBatchSettings(env) })],
  });
  setTracing(tracingOn(provider.getTracer('scriptorium', version), ids));
  return async () => {
    setTracing(undefined);
    let late: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((done) => (late = setTimeout(done, STOP_MS)));
    await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    clearTimeout(late);
    context.disable();
    diag.disable();
  };
}

function contextOf(traceparent: string | undefined, base: Context): Context {
  const found = readTraceparent(traceparent);
  if (!found) return base;
  const { traceId, spanId, flags: traceFlags } = found;
  return trace.setSpanContext(base, { traceId, spanId, traceFlags, isRemote: true });
}

/** An error that is thrown is the span's. */
async function runAndEnd<T>(span: Span, run: (span: LiveSpan) => Promise<T>): Promise<T> {
  try {
    return await run(live(span));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    span.setStatus({ code: SpanStatusCode.ERROR, message });
    throw error;
  } finally {
    span.end();
  }
}

function tracingOn(tracer: ReturnType<TracerProvider['getTracer']>, ids: Ids): Tracing {
  const add = (parent: Context, { name, start, end, attributes, failed }: PastSpan): string => {
    const span = tracer.startSpan(name, { startTime: start, attributes: { ...attributes } }, parent);
    if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
    span.end(Math.max(start, end));
    return written(span);
  };
  return {
    inSpan: (name, { attributes, server }, run) => {
      // Of a job that was created before traces were sent.
      if (!server && !trace.getActiveSpan()) return run(UNTRACED);
      const parent = server ? contextOf(server.traceparent, ROOT_CONTEXT) : context.active();
      const kind = server ? SpanKind.SERVER : SpanKind.INTERNAL;
      const span = tracer.startSpan(name, { kind, attributes: { ...attributes } }, parent);
      return context.with(trace.setSpan(parent, span), () => runAndEnd(span, run));
    },
    startSpan: (name, attributes) => {
      if (!trace.getActiveSpan()) return () => undefined;
      const span = tracer.startSpan(name, { attributes: { ...attributes } });
      return () => {
        if (span.isRecording()) span.end();
      };
    },
    inTrace: (traceparent, run) => context.with(contextOf(traceparent, ROOT_CONTEXT), run),
    current: () => {
      const span = trace.getActiveSpan();
      return span && written(span);
    },
    beginJob: (parent) => {
      // Never ended, so never sent: it is asked for its ids and whether it is sampled.
      const span = tracer.startSpan('job', {}, contextOf(parent, ROOT_CONTEXT));
      return { traceparent: written(span), ...(readTraceparent(parent) && parent !== undefined && { parent }) };
    },
    addSpan: (parent, span) => add(contextOf(parent, ROOT_CONTEXT), span),
    addJobSpan: ({ traceparent, parent }, span) => {
      ids.planned = readTraceparent(traceparent);
      try {
        add(contextOf(parent, ROOT_CONTEXT), span);
      } finally {
        ids.planned = undefined;
      }
    },
  };
}

function written(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

const live = (span: Span): LiveSpan => ({
  set: (attributes) => void span.setAttributes({ ...attributes }),
  rename: (name) => void span.updateName(name),
  fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
});

type Env = OtlpOptions['env'];

/** `OTEL_TRACES_SAMPLER`; by default what the client says, and everything without one. */
function readSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }: Env): Sampler {
  const given = Number(argument || NaN);
  const ratio = given >= 0 && given <= 1 ? given : 1;
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const stated = name || 'parentbased_always_on';
  const root = roots[stated.replace(/^parentbased_/, '')];
  if (root === undefined) diag.warn(`OTEL_TRACES_SAMPLER=${stated} is not known: every trace is sent`);
  const sampler = (root ?? roots['always_on']!)();
  return stated.startsWith('parentbased_') || root === undefined ? new ParentBasedSampler({ root: sampler }) : sampler;
}

const BATCHES = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const;

function readBatchSettings(env: Env): Partial<Record<keyof typeof BATCHES, number>> {
  const stated = Object.entries(BATCHES).filter(([, variable]) => Number(env[variable]) > 0);
  return Object.fromEntries(stated.map(([option, variable]) => [option, Number(env[variable])]));
}

function rarely(warn: (message: string) => void): Parameters<typeof diag.setLogger>[0] {
  let last = -Infinity;
  const say = (...said: readonly unknown[]): void => {
    if (performance.now() - last < WARN_EVERY_MS) return;
    last = performance.now();
    warn(said.map((one) => (one instanceof Error ? one.message : String(one))).join(' '));
  };
  return { error: say, warn: say, info: () => undefined, debug: () => undefined, verbose: () => undefined };
}
