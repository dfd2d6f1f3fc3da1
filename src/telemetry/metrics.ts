import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const PREFIX = 'scriptorium_';

/**
 * All that the service measures of itself, in one registry of its own; `GET /metrics` answers `registry.metrics()`. No
 * label has an open set of values.
 */
export interface Metrics {
  readonly registry: Registry;
  /** HTTP requests by route pattern (`/api/v1/jobs/:jobId`), method and status. */
  readonly requests: Counter<'route' | 'method' | 'status'>;
  readonly requestSeconds: Histogram<'route' | 'method'>;
  /** Jobs that ended, by state and reason (a failure's code, or the state). */
  readonly jobsEnded: Counter<'state' | 'reason'>;
  /** Jobs that are there now, by state. */
  readonly jobs: Gauge<'state'>;
  /** Seconds from a job's creation to its end. */
  readonly jobSeconds: Histogram<'state'>;
  readonly pages: Counter<'format' | 'ocr'>;
  /** Seconds that one page took, averaged over its range. */
  readonly pageSeconds: Histogram<'format' | 'ocr'>;
  /** Age in seconds of the oldest job that waits for its first process. */
  readonly queueAge: Gauge;
  /** Tasks of a lane (`fetch`, `pin`, `probe`), by whether they wait or run. */
  readonly laneTasks: Gauge<'lane' | 'state'>;
  /** How long the task that waits longest in a lane has waited, in seconds. */
  readonly laneWait: Gauge<'lane'>;
  /** Worker pods: free, bound, those of the bound ones that run a task, and those that started and do not report. */
  readonly workers: Gauge<'state'>;
  /** Tasks that wait for a worker. */
  readonly workerTasksWaiting: Gauge;
  /** Converter processes or pods that run, or wait for a place. */
  readonly converters: Gauge<'state'>;
  /** Unfinished jobs whose worker or converter cannot start. */
  readonly jobsStalled: Gauge;
  readonly creditsHeld: Gauge;
  readonly reconcileSeconds: Histogram<'result'>;
  readonly retries: Counter<'reason'>;
  /** Tries to deliver a webhook, by what came of it. */
  readonly webhooks: Counter<'outcome'>;
  /** Requests to the object store by our own processes; converters use signed URLs and are not counted. */
  readonly storeSeconds: Histogram<'operation' | 'result'>;
  /** Calls of the ledger. */
  readonly ledgerSeconds: Histogram<'operation' | 'result'>;
  /** Writes to the API server by our own processes. */
  readonly apiServerWrites: Counter<'resource' | 'verb'>;
  /** Reads and watches of the API server by our own processes. */
  readonly apiServerReads: Counter<'resource' | 'verb'>;
  /** Seconds since the last event of the watch. */
  readonly watchAge: Gauge<'resource'>;
  readonly leader: Gauge;
  /** Questions to converter classes, which operators name. */
  readonly classQuestions: Counter<'class' | 'result'>;
}

/** Makes metrics of one registry. */
interface Maker {
  counter<L extends string>(name: string, help: string, labelNames?: L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labelNames?: L[]): Gauge<L>;
  histogram<L extends string>(name: string, help: string, labelNames: L[], buckets: number[]): Histogram<L>;
}

function createMaker(registry: Registry): Maker {
  const registers = [registry];
  return {
    counter: (name, help, labelNames = []) => new Counter({ name: PREFIX + name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) => new Gauge({ name: PREFIX + name, help, labelNames, registers }),
    histogram: (name, help, labelNames, buckets) =>
      new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers }),
  };
}

export function createMetrics(options?: { readonly process?: boolean }): Metrics {
  const registry = new Registry();
  if (options?.process ?? true) collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const make = createMaker(registry);
  return {
    registry,
    ...requestMetrics(make),
    ...jobMetrics(make),
    ...workMetrics(make),
    ...controllerMetrics(make),
    ...dependencyMetrics(make),
  };
}

const requestMetrics = ({ counter, histogram }: Maker) => ({
  requests: counter('http_requests_total', 'HTTP requests, by route, method and status', ['route', 'method', 'status']),
  requestSeconds: histogram(
    'http_request_seconds',
    'Duration of HTTP requests in seconds',
    ['route', 'method'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  ),
});

const jobMetrics = ({ counter, gauge, histogram }: Maker) => ({
  jobsEnded: counter('jobs_ended_total', 'Ended jobs, by state and reason', ['state', 'reason']),
  jobs: gauge('jobs', 'Current jobs, by state', ['state']),
  jobSeconds: histogram(
    'job_seconds',
    'Time from the creation to the end of a job in seconds',
    ['state'],
    [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200],
  ),
  pages: counter('pages_total', 'Converted pages, by format and use of OCR', ['format', 'ocr']),
  pageSeconds: histogram(
    'page_seconds',
    'Time per page in seconds, by format and use of OCR',
    ['format', 'ocr'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  ),
  jobsStalled: gauge('jobs_stalled', 'Unfinished jobs whose worker or converter cannot start'),
  creditsHeld: gauge('credits_held', 'Credits held for unfinished jobs'),
  webhooks: counter('webhook_deliveries_total', 'Webhook delivery attempts, by outcome', ['outcome']),
});

const workMetrics = ({ gauge }: Maker) => ({
  laneTasks: gauge('lane_tasks', 'Tasks in a lane of the controller, by lane and state', ['lane', 'state']),
  laneWait: gauge('lane_wait_seconds', 'Time that the oldest waiting task of a lane has waited in seconds', ['lane']),
  workers: gauge('workers', 'Worker pods, by state', ['state']),
  workerTasksWaiting: gauge('worker_tasks_waiting', 'Tasks that wait for a worker'),
  queueAge: gauge('queue_age_seconds', 'Age of the oldest job without a converter in seconds'),
  converters: gauge('converters', 'Converter processes or pods, by whether they run or wait for a place', ['state']),
});

const controllerMetrics = ({ counter, gauge, histogram }: Maker) => ({
  reconcileSeconds: histogram(
    'reconcile_seconds',
    'Duration of reconciles in seconds, by result',
    ['result'],
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  ),
  retries: counter('retries_total', 'Reconciles scheduled for retry, by reason', ['reason']),
  leader: gauge('leader', '1 if this process is the leader'),
});

const CALL_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const dependencyMetrics = ({ counter, gauge, histogram }: Maker) => ({
  storeSeconds: histogram(
    'store_seconds',
    'Duration of requests to the object store in seconds, by operation and result',
    ['operation', 'result'],
    CALL_BUCKETS,
  ),
  ledgerSeconds: histogram(
    'ledger_seconds',
    'Duration of calls of the ledger in seconds, by operation and result',
    ['operation', 'result'],
    CALL_BUCKETS,
  ),
  classQuestions: counter('class_questions_total', 'Questions to converter classes, by class and result', [
    'class',
    'result',
  ]),
  apiServerWrites: counter('api_server_writes_total', 'Writes to the API server', ['resource', 'verb']),
  apiServerReads: counter('api_server_reads_total', 'Reads and watches of the API server', ['resource', 'verb']),
  watchAge: gauge('watch_age_seconds', 'Time since the last watch event or bookmark in seconds', ['resource']),
});
