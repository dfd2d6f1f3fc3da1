import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/controller/facts.ts';
import type { Action } from '../../src/controller/actions.ts';
import { plan } from '../../src/controller/plan.ts';
import { deriveStatus } from '../../src/controller/status.ts';
import type { ConversionJob } from '../../src/resource/conversion-job.ts';
import { CANCELED, converters, facts, INTENT, JOB, NOW, SPEC, succeeded } from './make-facts.ts';
import { DEFAULT_SETTINGS } from '../../src/resource/settings.ts';
import type { Outcome } from '../../src/protocol/worker.ts';
import type { StoredReceipt } from '../../src/records/types.ts';

const actions = (changes: Partial<Facts>): Exclude<Action, { do: 'write-status' }>[] =>
  plan(facts(changes), DEFAULT_SETTINGS).actions.filter((action) => action.do !== 'write-status');

describe('a job whose converter cannot start', () => {
  const stall = { reason: 'ImagePullBackOff', message: 'Back-off pulling image' };
  const launches = [{ ...converters('waiting'), stall }];
  const stalledSince = (lastTransitionTime: string): ConversionJob => ({
    ...JOB,
    status: {
      state: 'queued',
      conditions: [{ type: 'Stalled', status: 'True', reason: 'ImagePullBackOff', lastTransitionTime }],
    },
  });

  it('says so in a condition, with the reason', () => {
    expect(deriveStatus(facts({ launches })).conditions).toContainEqual(
      expect.objectContaining({ type: 'Stalled', status: 'True', ...stall }),
    );
    expect(actions({ launches })).toEqual([]);
    expect(
      deriveStatus(facts({ launches: [converters('running')], job: stalledSince(NOW.toISOString()) })).conditions,
    ).toEqual([
      expect.objectContaining({ type: 'Accepted' }),
      expect.objectContaining({ type: 'Reconciling', reason: 'Converting' }),
    ]);
  });

  it('fails by name when that lasts too long, unless it waits for its turn', () => {
    const job = stalledSince('2026-11-21T11:44:59.000Z');
    expect(actions({ launches, job })).toEqual([
      {
        do: 'end',
        how: {
          outcome: 'failed',
          failure: {
            code: 'stranded_running',
            message: 'The converter could not be started within 900 seconds (ImagePullBackOff).',
          },
        },
      },
    ]);
    expect(actions({ launches, job: stalledSince('2026-11-21T11:45:01.000Z') })).toEqual([]);
    expect(actions({ launches: [{ ...converters('waiting'), stall: { ...stall, waits: true } }], job })).toEqual([]);
  });

  it('is not looked at again and again while it waits for a place', () => {
    expect(
      plan(facts({ launches: [{ ...converters('waiting'), queued: true }] }), DEFAULT_SETTINGS).againInMs,
    ).toBeUndefined();
    expect(plan(facts({ launches: [converters('waiting')] }), DEFAULT_SETTINGS).againInMs).toBe(15_000);
  });
});

describe('the plan for a job', () => {
  it('makes the intent of a job that did not come through the API', () => {
    expect(actions({ intent: undefined })).toEqual([
      {
        do: 'open',
        intent: {
          jobId: 'job-1',
          workspace: 'acme',
          state: 'pending',
          createdAt: '2026-11-21T11:59:00.000Z',
          updatedAt: NOW.toISOString(),
          spec: SPEC,
          actor: { type: 'kubernetes_user', channel: 'kubectl' },
          priceVersion: '2026-11-01',
          hold: 0,
          pinned: false,
        },
      },
    ]);
  });

  it('admits a job whose document has not been read', () => {
    const { source: _s, range: _r, ...bare } = INTENT;
    expect(actions({ intent: bare })).toEqual([{ do: 'admit' }]);
  });

  it('looks for a cached result before it launches, unless a refresh was asked for', () => {
    expect(actions({ cacheChecked: false })).toEqual([{ do: 'use-cache' }]);
    expect(actions({ cacheChecked: false, intent: { ...INTENT, spec: { ...SPEC, forceRefresh: true } } })[0]!.do).toBe(
      'launch',
    );
  });

  it('launches all ranges at once, as one launch', () => {
    expect(actions({})).toEqual([{ do: 'launch', kind: 'convert', firstIndex: 0, count: 3, native: false }]);
  });

  it('launches nothing twice', () => {
    expect(actions({ launches: [converters('running')] })).toEqual([]);
  });

  it('launches a range again with native code when its converter asked for it', () => {
    expect(
      actions({
        launches: [converters('ended')],
        outcomes: new Map([
          [0, succeeded(0)],
          [2, succeeded(2)],
        ]),
        nativeMarks: new Set([1]),
      }),
    ).toEqual([{ do: 'launch', kind: 'convert-native', firstIndex: 1, count: 1, native: true }]);
  });

  it('merges once every range is there', () => {
    expect(
      actions({ launches: [converters('ended')], outcomes: new Map([0, 1, 2].map((i) => [i, succeeded(i)])) }),
    ).toEqual([{ do: 'launch', kind: 'merge', firstIndex: 3, count: 1, native: false }]);
  });

  it('converts all ranges again when the merge met parts of another version', () => {
    const outdated: Outcome = { ...succeeded(3), outcome: 'outdated-parts' };
    const outcomes = new Map<number, Outcome>([...[0, 1, 2].map((i) => [i, succeeded(i)] as const), [3, outdated]]);
    expect(actions({ launches: [converters('ended')], outcomes })).toEqual([{ do: 'convert-again', asked: 3 }]);
  });

  it('writes no status before the one that the end of the job brings', () => {
    const all = (changes: Partial<Facts>): string[] =>
      plan(facts(changes), DEFAULT_SETTINGS).actions.map((action) => action.do);
    expect(all({ outcomes: new Map([0, 1, 2, 3].map((i) => [i, succeeded(i)])) })).toEqual(['end']);
    expect(all({ launches: [converters('running')], outcomes: new Map([0, 1].map((i) => [i, succeeded(i)])) })).toEqual(
      ['write-status'],
    );
  });

  it('ends the job once the merge is there, with its artifacts, and remembers the result', () => {
    expect(actions({ outcomes: new Map([0, 1, 2, 3].map((i) => [i, succeeded(i)])) })).toMatchObject([
      {
        do: 'end',
        how: {
          outcome: 'succeeded',
          manifest: { jobId: 'job-1', artifacts: [{ kind: 'markdown', key: 'results/job-1/3/a/document.md' }] },
          cached: false,
          rememberAs: expect.stringMatching(/^cache\/acme\//) as string,
        },
      },
    ]);
  });

  it('fails the job by the name that its converter gave', () => {
    const failure = { code: 'password_protected', message: 'The document needs a password.' } as const;
    const outcome: Outcome = {
      outcome: 'failed',
      failure,
      index: 1,
      attempt: 'a',
      prefix: 'p',
      finishedAt: NOW.toISOString(),
    };
    expect(actions({ launches: [converters('running')], outcomes: new Map([[1, outcome]]) })).toEqual([
      { do: 'end', how: { outcome: 'failed', failure } },
    ]);
  });

  it('fails the job when a range has no attempt left', () => {
    const launches = [
      {
        kind: 'convert' as const,
        firstIndex: 0,
        indexes: new Map([[0, { state: 'failed', reason: 'out_of_memory', detail: '' } as const]]),
      },
    ];
    expect(actions({ launches })[0]).toMatchObject({
      do: 'end',
      how: { outcome: 'failed', failure: { code: 'out_of_memory' } },
    });
  });

  it('fails a job as stranded when a process ended without saying how', () => {
    expect(actions({ launches: [converters('ended')] })[0]).toMatchObject({
      do: 'end',
      how: { outcome: 'failed', failure: { code: 'stranded_running' } },
    });
  });

  it('ends a job that is to be canceled, whatever its stage', () => {
    const job = { ...JOB, spec: { ...SPEC, cancel: true } };
    const { source: _s, range: _r, ...bare } = INTENT;
    for (const intent of [INTENT, bare])
      expect(actions({ job, intent })).toEqual([{ do: 'end', how: { outcome: 'canceled' } }]);
  });

  it('gives up waiting for credits after the time that is set', () => {
    const { range: _r, ...bare } = INTENT;
    const waiting = { since: '2026-11-20T11:00:00.000Z', requiredCredits: 70 };
    expect(actions({ intent: { ...bare, waiting } })[0]).toMatchObject({
      do: 'end',
      how: { outcome: 'failed', failure: { code: 'credits_required' } },
    });
    expect(actions({ intent: { ...bare, waiting: { ...waiting, since: NOW.toISOString() } } })).toEqual([
      { do: 'admit' },
    ]);
  });

  it('lets a receipt decide over everything else', () => {
    expect(
      actions({ receipt: CANCELED, outcomes: new Map([0, 1, 2, 3].map((i) => [i, succeeded(i)])) }).map(
        (action) => action.do,
      ),
    ).toEqual(['follow-receipt', 'clean-up']);
  });

  it('looks for parts of an ended job unless it is known to have had one range', () => {
    const launchOf = (count: number) => ({
      kind: 'convert' as const,
      firstIndex: 0,
      indexes: new Map(Array.from({ length: count }, (_, index) => [index, { state: 'ended' }] as const)),
    });
    const single = (launches: Facts['launches']): unknown => actions({ receipt: CANCELED, launches })[1];
    expect(single([launchOf(1), { ...launchOf(1), kind: 'convert-native' }])).toEqual({
      do: 'clean-up',
      end: true,
      single: true,
    });
    for (const launches of [[], [launchOf(3)], [{ ...launchOf(1), kind: 'merge' as const }]])
      expect(single(launches)).toMatchObject({ single: false });
  });

  it('deletes a finished resource after its time, but only when its record can be read', () => {
    const ending = { state: 'canceled', usage: {}, finishedAt: '2026-11-21T10:00:00.000Z' } as const;
    const record = {
      jobId: 'job-1',
      workspace: 'acme',
      createdAt: INTENT.createdAt,
      spec: SPEC,
      ending,
      reservedCredits: 70,
      settledCredits: 0,
      receipt: true,
    };
    const receipt = { receipt: { reservedCredits: 70, settledCredits: 0 }, ending } as StoredReceipt;
    const job = { ...JOB, status: deriveStatus(facts({ intent: undefined, record, receipt })) };
    expect(actions({ job, intent: undefined, record, receipt })).toEqual([{ do: 'delete-resource' }]);
    expect(actions({ job: { ...JOB, status: deriveStatus(facts({ receipt })) }, receipt })).toEqual([
      { do: 'follow-receipt', receipt },
    ]);
  });
});

describe('the status of a job', () => {
  it('counts the pages of finished ranges and of reports', () => {
    const status = deriveStatus(
      facts({
        launches: [converters('running')],
        outcomes: new Map([[0, succeeded(0)]]),
        progress: new Map([[1, { attempt: 'a', pagesDone: 10, ocrPages: 0, reportedAt: 0 }]]),
      }),
    );
    expect(status).toMatchObject({
      state: 'running',
      stage: 'converting',
      progress: 60,
      message: '42 of 70 pages',
      completedRanges: '1-32',
    });
  });

  it('asks for credits when the workspace has too few', () => {
    const { range: _r, ...bare } = INTENT;
    const status = deriveStatus(
      facts({ intent: { ...bare, waiting: { since: NOW.toISOString(), requiredCredits: 70 } } }),
    );
    expect(status).toMatchObject({
      state: 'input_required',
      credits: { required: 70 },
      conditions: [
        { type: 'Accepted', status: 'False', reason: 'CreditsRequired' },
        { type: 'Reconciling', status: 'True', reason: 'CreditsRequired' },
      ],
    });
  });
});

describe('a job of a suspended workspace', () => {
  const { source: _source, range: _range, ...unread } = INTENT;
  const external = { ...SPEC, source: { type: 'external' as const, fileUrl: 'https://example.org/' } };

  it.each([
    ['is to be fetched', { intent: { ...unread, pinned: false, spec: external } }],
    ['is to be read', { intent: unread }],
    ['is to be converted', {}],
  ])('says so while its document %s, and waits for as long as it takes', (_step, changes) => {
    const status = deriveStatus(facts({ ...changes, suspended: true }));
    expect(status.message).toBe('The workspace acme is suspended. The job starts when it is resumed.');
    expect(status.conditions?.map(({ type, reason }) => `${type} ${reason}`).slice(-1)).toEqual([
      'Stalled WorkspaceSuspended',
    ]);
    const later = { ...changes, suspended: true, now: new Date('2027-11-20T12:00:00.000Z') };
    expect(actions({ ...later, job: { ...JOB, status } })).not.toContainEqual(expect.objectContaining({ do: 'end' }));
  });

  it('does not say so once it runs', () => {
    expect(deriveStatus(facts({ launches: [converters('running')], suspended: true })).message).toBe('0 of 70 pages');
  });
});

describe('a document that no worker reads', () => {
  const workersStall = {
    reason: 'WorkersNotReporting',
    message: 'Workers start but do not report: check DNS and network policies.',
    waits: true,
  };
  const { source: _source, range: _range, ...unread } = INTENT;

  it('is told in the message and in a condition, which goes with its cause', () => {
    const stalled = deriveStatus(facts({ intent: unread, workersStall }));
    expect(stalled).toMatchObject({ state: 'queued', stage: 'preparing', message: workersStall.message });
    expect(stalled.conditions).toContainEqual(
      expect.objectContaining({ type: 'Stalled', status: 'True', reason: workersStall.reason }),
    );
    const after = deriveStatus(facts({ intent: unread, job: { ...JOB, status: stalled } }));
    expect(after.message).toBe('Reading the document');
    expect(after.conditions?.map(({ type }) => type)).not.toContain('Stalled');
  });

  it('fails no job, however long it lasts', () => {
    const stalled = deriveStatus(facts({ intent: unread, workersStall, now: new Date('2026-11-20T12:00:00.000Z') }));
    expect(actions({ intent: unread, workersStall, job: { ...JOB, status: stalled } })).toEqual([{ do: 'admit' }]);
  });

  it('is not told of a job whose document is still fetched, or that runs', () => {
    const spec = { ...SPEC, source: { type: 'external' as const, fileUrl: 'https://example.org/' } };
    const fetching = { ...unread, pinned: false };
    for (const changes of [{ intent: { ...fetching, spec } }, { launches: [converters('running')] }])
      expect(deriveStatus(facts({ ...changes, workersStall })).conditions?.map(({ type }) => type)).not.toContain(
        'Stalled',
      );
  });
});
