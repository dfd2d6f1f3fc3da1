import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ConversionJob } from '../../src/resource/conversion-job.ts';
import { sendsTraces } from '../../src/telemetry/start-tracing.ts';
import { isSampled, readTraceparent } from '../../src/telemetry/trace.ts';
import { drawPicture } from '../make/picture.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { openReceiver } from '../webhook-receiver.ts';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';
import { otlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';
const traceparentOf = (traceId: string): string => `00-${traceId}-${CLIENT_SPAN}-01`;
const SERVER = 2;
const ERROR = 2;

/** Makes a process say which packages of OpenTelemetry it loads. */
const TELL_LOADED = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (name, context, next) => {
      if (name.startsWith('@opentelemetry/')) process.stderr.write('loaded ' + name + '\\n');
      return next(name, context);
    },
  });
`)}`;
// The API of it alone is loaded by the client of Prometheus.
const LOADED = 'loaded @opentelemetry/sdk-trace';

/** A picture of a few words, for OCR. */
async function pictureOfWords(): Promise<Uint8Array> {
  const texts = [{ text: 'Invoice of March', x: 40, y: 60, size: 24 }];
  const { data, width, height } = drawPicture({ width: 300, height: 100, texts }, 150);
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

interface Job {
  readonly id: string;
  readonly status: string;
}

async function convert(
  service: ServiceProcess,
  { fileName, bytes, webhookUrl }: { fileName: string; bytes: Uint8Array; webhookUrl?: string },
  traceId: string,
): Promise<Job> {
  const documentId = await service.upload(fileName, bytes);
  const body = {
    operation: 'convert',
    capabilityVersion: '1',
    source: { type: 'document', documentId },
    includeImages: false,
    ...(webhookUrl !== undefined && { webhookUrl }),
  };
  const { body: job } = await service.call<Job>('POST', '/jobs', body, { traceparent: traceparentOf(traceId) });
  return job;
}

/** The names of the spans from one up to the first of the trace. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [...pathOf(parent, spans), span.name] : [`(${span.parentSpanId})`, span.name];
}

/** The paths of all spans of a trace, sorted, each once. */
function pathsOf(traceId: string, spans: readonly ReceivedSpan[]): string[] {
  const all = spans.filter((span) => span.traceId === traceId);
  return [...new Set(all.map((span) => pathOf(span, all).join(' > ')))].sort();
}

const under = (parent: string, ...names: readonly string[]): string[] => names.map((name) => `${parent} > ${name}`);
const REQUEST = `(${CLIENT_SPAN}) > POST /api/v1/jobs`;
const ADMISSION = `${REQUEST} > admission`;
const JOB = `${REQUEST} > job`;
const RANGE = `${JOB} > convert range`;
const MERGE = `${JOB} > merge ranges`;

describe('a service that sends traces', () => {
  let receiver: OtlpReceiver;
  let service: ServiceProcess;
  beforeAll(async () => {
    receiver = await otlpReceiver();
    service = await serviceProcess({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      SCRIPTORIUM_RANGE_PAGES: '1',
      NODE_OPTIONS: TELL_LOADED,
    });
    await service.start();
    expect(service.log()).toContain(LOADED);
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  it('continues the trace of the client through admission, OCR and the store to the end of the job', async () => {
    const hooks = await openReceiver();
    onTestFinished(() => hooks.close());
    const document = { fileName: 'picture.png', bytes: await pictureOfWords(), webhookUrl: hooks.url };
    const { id } = await convert(service, document, TRACE_ID);
    const named = (name: string): Promise<ReceivedSpan> =>
      receiver.span((span) => span.traceId === TRACE_ID && span.name === name);
    const [job, webhook] = await Promise.all([named('job'), named('webhook')]);
    expect(webhook).toMatchObject({ status: 0, attributes: { 'http.response.status_code': 204 } });
    // What is left to clear may be cleared later, with that of other jobs.
    const paths = pathsOf(TRACE_ID, receiver.spans()).filter((path) => path !== `${JOB} > clean up`);
    expect(paths).toEqual(
      [
        REQUEST,
        ADMISSION,
        ...under(ADMISSION, 'pin', 'probe', 'price'),
        ...under(`${ADMISSION} > probe`, 'queue', 'download', 'read'),
        JOB,
        ...under(JOB, 'queue', 'end', 'webhook'),
        RANGE,
        ...under(RANGE, 'download', 'read', 'merge', 'store'),
        `${RANGE} > read > ocr`,
      ].sort(),
    );
    expect(job).toMatchObject({
      service: 'scriptorium',
      status: 0,
      attributes: { 'scriptorium.job.id': id, 'scriptorium.state': 'succeeded', 'scriptorium.pages.ocr': 1 },
    });
    const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE_ID);
    expect(spans.find(({ name }) => name === 'POST /api/v1/jobs')).toMatchObject({
      kind: SERVER,
      attributes: { 'http.route': '/api/v1/jobs', 'http.request.method': 'POST', 'http.response.status_code': 201 },
    });
    for (const span of spans) {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
      expect(span.end, span.name).toBeGreaterThanOrEqual(span.start);
      // The job goes on when its request was answered.
      if (parent && span.name !== 'job') expect(span.start, span.name).toBeGreaterThanOrEqual(parent.start - 5);
    }
  });

  it('has a span for each range and one for their merge, and says the trace in the log and in the status', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const { id } = await convert(
      service,
      { fileName: 'long.pdf', bytes: makeTextPdf(['one', 'two', 'three', 'four']) },
      traceId,
    );
    await receiver.span((span) => span.traceId === traceId && span.name === 'job');
    const paths = pathsOf(traceId, receiver.spans());
    expect(paths).toEqual(expect.arrayContaining(under(RANGE, 'download', 'read', 'store')));
    expect(paths).toEqual(expect.arrayContaining(under(MERGE, 'download', 'merge', 'store')));
    const ranges = receiver.spans().filter((span) => span.traceId === traceId && span.name === 'convert range');
    expect(ranges.length).toBeGreaterThan(1);
    expect(new Set(ranges.map(({ attributes }) => attributes['scriptorium.attempt.index'])).size).toBe(ranges.length);
    const { status } = JSON.parse(await readFile(join(service.dataDir, 'jobs', `${id}.json`), 'utf8')) as ConversionJob;
    expect(status?.traceId).toBe(traceId);
    const lines = service.log().match(/^\{.*$/gm) ?? [];
    const ended = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ jobId }) => jobId === id);
    expect(ended).toMatchObject({ msg: 'job ended', trace_id: traceId });
  });

  it('marks what failed, and begins a trace of its own for a client without one', async () => {
    const documentId = await service.upload('no.pdf', Buffer.from('%PDF-1.7 and nothing more'));
    const { status } = await service.call('POST', '/jobs', {
      operation: 'convert',
      capabilityVersion: '1',
      source: { type: 'document', documentId },
      includeImages: false,
    });
    const job = await receiver.span(({ name, status: code }) => name === 'job' && code === ERROR);
    expect(status).toBe(201);
    expect(job.attributes).toMatchObject({ 'scriptorium.state': 'failed', 'error.type': 'corrupt_document' });
    const request = receiver.spans().find(({ spanId }) => spanId === job.parentSpanId);
    expect(request).toMatchObject({ name: 'POST /api/v1/jobs', parentSpanId: '' });
  });

  it('makes no span of what looks at the service alone, and none of what the client does not sample', async () => {
    await fetch(`${service.url()}/healthz`);
    await fetch(`${service.url()}/metrics`);
    const traceId = 'ffffffffffffffffffffffffffffff01';
    const headers = { traceparent: `00-${traceId}-${CLIENT_SPAN}-00` };
    await service.call('GET', '/jobs/job-none', undefined, headers);
    await service.call('GET', '/jobs/job-none', undefined, { traceparent: traceparentOf(`${traceId.slice(0, -1)}2`) });
    await receiver.span((span) => span.traceId.endsWith('02'));
    expect(receiver.spans().filter((span) => span.traceId === traceId)).toEqual([]);
    expect(receiver.spans().map(({ name }) => name)).not.toContain('GET /healthz');
  });
});

describe('a service that sends no traces', () => {
  it('asks nobody, says nothing of traces, and loads nothing for them', async () => {
    const receiver = await otlpReceiver();
    const service = await serviceProcess({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_SDK_DISABLED: 'true',
      NODE_OPTIONS: TELL_LOADED,
      OTEL_BSP_SCHEDULE_DELAY: '1',
    });
    try {
      await service.start();
      const { id } = await convert(service, { fileName: 'short.pdf', bytes: makeTextPdf(['one']) }, TRACE_ID);
      let job: Job = { id, status: 'queued' };
      while (job.status === 'queued' || job.status === 'running')
        job = (await service.call<Job>('GET', `/jobs/${id}`)).body;
      expect(job.status).toBe('succeeded');
      // Whatever was still to be sent is sent now.
      await service.kill('SIGTERM');
      expect(receiver.requests()).toBe(0);
      expect(service.log()).not.toContain('trace_id');
      expect(service.log()).not.toContain(LOADED);
    } finally {
      await service.close();
      await receiver.close();
    }
  });

  it('is one without the variables that ask for them', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    for (const env of [
      {},
      { OTEL_SERVICE_NAME: 'mine', OTEL_TRACES_SAMPLER: 'always_on' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
      { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT },
    ])
      expect(sendsTraces(env), JSON.stringify(env)).toBe(false);
    for (const env of [
      { OTEL_EXPORTER_OTLP_ENDPOINT },
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT },
      { OTEL_TRACES_EXPORTER: 'otlp' },
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'console,otlp', OTEL_SDK_DISABLED: 'false' },
    ])
      expect(sendsTraces(env), JSON.stringify(env)).toBe(true);
  });
});

describe('a traceparent', () => {
  it('is read by W3C Trace Context, and nothing else is', () => {
    expect(readTraceparent(traceparentOf(TRACE_ID))).toEqual({ traceId: TRACE_ID, spanId: CLIENT_SPAN, flags: 1 });
    for (const wrong of [
      undefined,
      '',
      traceparentOf(TRACE_ID).toUpperCase(),
      traceparentOf('0'.repeat(32)),
      `${traceparentOf(TRACE_ID)}-more`,
      traceparentOf(TRACE_ID).replace(CLIENT_SPAN, '0'.repeat(16)),
    ])
      expect(readTraceparent(wrong)).toBeUndefined();
    expect(isSampled(traceparentOf(TRACE_ID))).toBe(true);
    expect(isSampled(traceparentOf(TRACE_ID).replace(/01$/, '00'))).toBe(false);
  });
});
