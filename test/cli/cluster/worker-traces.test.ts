import { afterAll, beforeAll, expect, it } from 'vitest';
import { remoteRelease, remoteTaskRunner } from '../../../src/runtime/kubernetes/task-client.ts';
import { signedTasks, type Tasks } from '../../../src/runtime/tasks.ts';
import { openDispatcher, type Dispatcher } from '../../../src/runtime/workers/dispatcher.ts';
import { workerTaskRunner } from '../../../src/runtime/workers/task-runner.ts';
import { taskToken } from '../../../src/secrets/worker-tokens.ts';
import { sendByOtlp } from '../../../src/telemetry/otlp.ts';
import { inSpan, inTrace } from '../../../src/telemetry/trace.ts';
import { makeNumberedPdf } from '../../make/text-pdf.ts';
import { otlpReceiver, type OtlpReceiver } from '../../telemetry/otlp-receiver.ts';
import { startProtocolServer, type ProtocolServer } from '../../worker/protocol-server.ts';
import { log, openLocalWorkers, SECRET, type LocalWorkers } from './local-workers.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
let receiver: OtlpReceiver;
let server: ProtocolServer;
let fleet: LocalWorkers;
let dispatcher: Dispatcher;
let tasks: Tasks;

/** A worker as in a cluster, but for its pod, and the leader that it polls, which an API asks over HTTP. */
beforeAll(async () => {
  receiver = await otlpReceiver();
  server = await startProtocolServer();
  fleet = await openLocalWorkers(server.base);
  dispatcher = openDispatcher({
    pods: fleet.pods,
    mostBound: 1,
    free: { min: 1, max: 1 },
    idleSeconds: 120,
    shareOf: () => ({ weight: 1 }),
    isAlone: () => false,
    log,
  });
  const run = workerTaskRunner({ dispatcher, scratchBytes: 256 * 1024 * 1024 });
  fleet.serve({ run, release: dispatcher.release, workers: { poll: dispatcher.poll, identify: fleet.identify } });
  const worker = { url: `${fleet.url}/tasks/v1`, token: taskToken(SECRET) };
  const remote = remoteTaskRunner({ worker, fetcher: { url: 'http://unused.invalid' } });
  const sign = {
    get: (key: string) => Promise.resolve(server.signGet(key)),
    put: (key: string) => Promise.resolve(server.signPut(key)),
  };
  tasks = signedTasks(sign, remote, remoteRelease(worker));
});
afterAll(async () => {
  await dispatcher.stop();
  await fleet.close();
  await server.close();
  await receiver.close();
});

it('the leader and a worker continue the trace of the API that has a document read', async () => {
  const document = Buffer.from(makeNumberedPdf(2));
  server.objects.set('inputs/job-1', document);
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.endpoint;
  const stop = sendByOtlp({ env: process.env, service: 'api', version: '1', warn: () => undefined });
  const request = { workspace: 'acme', jobId: 'job-1', key: 'inputs/job-1', bytes: document.length };
  const probed = await inTrace(`00-${TRACE_ID}-b7ad6b7169203331-01`, () =>
    inSpan('probe', {}, () => tasks.probe(request)),
  );
  await stop();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  // What the trace needed is not handed on.
  expect(Object.keys(probed).sort()).toEqual(['ok', 'source']);
  const spans = receiver.spans();
  const probe = spans.find(({ name }) => name === 'probe');
  expect(probe).toMatchObject({ traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331' });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === probe?.spanId);
  expect(below.map(({ name }) => name).sort()).toEqual(['download', 'queue', 'read']);
  for (const { traceId, start, end } of below) {
    expect(traceId).toBe(TRACE_ID);
    expect(end).toBeGreaterThanOrEqual(start);
  }
});
