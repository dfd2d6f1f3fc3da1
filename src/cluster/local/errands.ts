import type { Logger } from 'pino';
import type { FailureCode, JobFailure } from '../../job/failure.ts';
import type { SourceFacts } from '../../job/conversion-job.ts';
import type {
  DrawRequest,
  DrawResult,
  FetchRequest,
  FetchResult,
  PostRequest,
  PostResult,
  ProbeRequest,
  ProbeResult,
  ProcessLimits,
  SizeResult,
} from '../launcher.ts';
import type { Child, ChildExit, ChildKind } from './child.ts';
import type { Pool } from './pool.ts';
import type { Turns } from '../turns.ts';
import { judge } from './verdict.ts';

export interface ErrandsSettings {
  readonly pool: Pool;
  readonly log: Logger;
  readonly base: string;
  readonly limits?: object;
  readonly sign: Signer;
  readonly probeTurns: Turns;
  readonly drawTurns: Turns;
  readonly fetchTurns: Turns;
  /** Apart from those of fetches, since a receiver that does not answer takes its time. */
  readonly postTurns: Turns;
  readonly probeLimits: ProcessLimits;
  readonly drawLimits: ProcessLimits;
  readonly fetchLimits: ProcessLimits;
  readonly sizeSeconds: number;
  readonly postSeconds: number;
  /** Networks (CIDR) that URLs may lead to although they are not public. */
  readonly allowedNets: readonly string[];
  /** True where the process of a probe may go on to convert the same document. */
  readonly parkProbes?: boolean;
}

/** Signs URLs for our own processes. */
export interface Signer {
  get(key: string): Promise<string>;
  /** A PUT of exactly so many bytes. */
  put(key: string, bytes: number): Promise<string>;
}

interface Errand {
  readonly kind: ChildKind;
  readonly assignment: object;
  readonly limits: ProcessLimits;
  readonly turns: Turns;
  readonly jobId: string;
  /** Answers a question that the child asks on its way. */
  readonly answer?: (question: { readonly type: string }) => Promise<object>;
  /** True when the process may be kept after this result. */
  readonly keep?: (result: unknown) => boolean;
}

type ErrandEnd<T> = { readonly result: T } | { readonly exit: ChildExit };
type ProbeAnswer =
  | { readonly outcome: 'probed'; readonly source: SourceFacts }
  | { readonly outcome: 'failed'; readonly failure: JobFailure; readonly sha256: string }
  | { readonly outcome: 'needs-native' };

/** The tasks that are asked and answered: probe, draw, fetch, size, post. Each runs in a process of its own. */
export interface Errands {
  probe(request: ProbeRequest): Promise<ProbeResult>;
  draw(request: DrawRequest): Promise<DrawResult>;
  fetch(request: FetchRequest): Promise<FetchResult>;
  size(url: string): Promise<SizeResult>;
  post(request: PostRequest): Promise<PostResult>;
}

const PICTURE_BYTES = 4 * 1024 * 1024;

const transient = (message: string): Error => Object.assign(new Error(message), { transient: true });

export function openErrands(settings: ErrandsSettings): Errands {
  const { pool, log, base, limits, sign, allowedNets } = settings;

  async function once<T>(errand: Errand): Promise<ErrandEnd<T>> {
    const give = await errand.turns.take(errand.jobId);
    try {
      const child = await pool.take(errand.kind);
      child.limit(errand.limits);
      return await converse<T>(child, errand);
    } finally {
      give();
    }
  }

  async function converse<T>(child: Child, errand: Errand): Promise<ErrandEnd<T>> {
    const result = new Promise<ErrandEnd<T>>((resolve, reject) => {
      child.onMessage = (message) => {
        if (message.type === 'result') resolve(message as { type: string; result: T });
        else if (message.type !== 'ready') errand.answer?.(message).then((answer) => child.send(answer), reject);
      };
    });
    child.send({ ...errand.assignment, base, scratch: child.scratch, ...(limits && { limits }) });
    let kept = false;
    try {
      const end = await Promise.race([result, child.exited.then((exit) => ({ exit }))]);
      kept = 'result' in end && errand.keep?.(end.result) === true;
      return end;
    } finally {
      if (kept) pool.park(errand.jobId, child);
      else child.end('ended');
    }
  }

  const logExit = (jobId: string, { code, signal, ended, stderr }: ChildExit, what: string): void =>
    log.warn({ job: jobId, code, signal, ended, stderr }, `a ${what} broke down`);

  /** What the end of a process without an answer says of its document, and how often it is worth a try. Throws, as transient, where it says nothing. */
  function failureOf(jobId: string, exit: ChildExit, what: string): { failure: JobFailure; attempts: number } {
    logExit(jobId, exit, what);
    const verdict = judge(exit);
    if (verdict.end === 'ended' || verdict.reason === 'stranded_running')
      throw transient(`The ${what} ended without an answer`);
    return {
      failure: { code: verdict.reason satisfies FailureCode, message: verdict.detail },
      attempts: verdict.attempts,
    };
  }

  const keep = (result: unknown): boolean =>
    settings.parkProbes === true && (result as ProbeAnswer).outcome === 'probed';

  async function probe(request: ProbeRequest, native: boolean): Promise<ProbeResult> {
    const { jobId, key, bytes, fileName } = request;
    for (let tried = 1; ; tried++) {
      if (settings.parkProbes) await pool.room();
      const assignment = {
        mode: 'probe',
        key,
        get: await sign.get(key),
        bytes,
        native,
        ...(fileName !== undefined && { fileName }),
      };
      const end = await once<ProbeAnswer>({
        kind: native ? 'native' : 'plain',
        assignment,
        limits: settings.probeLimits,
        turns: settings.probeTurns,
        jobId,
        keep,
      });
      if ('result' in end) {
        const answer = end.result;
        switch (answer.outcome) {
          case 'probed':
            return { ok: true, source: answer.source };
          case 'failed':
            return { ok: false, failure: answer.failure, sha256: answer.sha256 };
          case 'needs-native':
            return await probe(request, true);
        }
      }
      const { failure, attempts } = failureOf(jobId, end.exit, 'probe');
      if (tried >= Math.min(2, attempts)) return { ok: false, failure };
    }
  }

  async function draw({ jobId, key, bytes, sha256, page, to }: DrawRequest): Promise<DrawResult> {
    const assignment = { mode: 'draw', get: await sign.get(key), bytes, sha256, page };
    const answer: Errand['answer'] = async (question) => {
      const drawn = (question as unknown as { bytes: number }).bytes;
      if (drawn > PICTURE_BYTES) throw new Error(`A picture has ${drawn} bytes`);
      return { put: await sign.put(to, drawn) };
    };
    const end = await once<DrawResult>({
      kind: 'native',
      assignment,
      answer,
      limits: settings.drawLimits,
      turns: settings.drawTurns,
      jobId,
    });
    if ('result' in end) return end.result;
    return { ok: false, failure: failureOf(jobId, end.exit, 'drawing').failure };
  }

  async function ask<T>(errand: Pick<Errand, 'assignment' | 'jobId' | 'turns' | 'answer'>): Promise<T> {
    const { jobId } = errand;
    const end = await once<T>({ kind: 'fetch', limits: settings.fetchLimits, ...errand });
    if ('result' in end) return end.result;
    logExit(jobId, end.exit, 'fetch');
    throw transient('The fetch ended without an answer');
  }

  return {
    probe: (request) => probe(request, false),
    draw,
    fetch({ jobId, url, key, maxBytes }) {
      const assignment = { mode: 'fetch', url, maxBytes, seconds: settings.fetchLimits.seconds - 1, allowedNets };
      const answer: Errand['answer'] = async (question) => ({
        put: await sign.put(key, (question as unknown as { bytes: number }).bytes),
      });
      return ask<FetchResult>({ assignment, answer, jobId, turns: settings.fetchTurns });
    },
    async size(url) {
      const assignment = { mode: 'size', url, seconds: settings.sizeSeconds, allowedNets };
      const answer = await ask<SizeResult>({ assignment, jobId: 'size', turns: settings.fetchTurns });
      return answer.ok ? { ok: true, bytes: answer.bytes } : answer;
    },
    post({ jobId, url, headers, body }) {
      const assignment = { mode: 'post', url, headers, body, seconds: settings.postSeconds, allowedNets };
      return ask<PostResult>({ assignment, jobId, turns: settings.postTurns });
    },
  };
}
