import { describe, expect, it } from 'vitest';
import { findFailures } from '../../../../src/runtime/kubernetes/launches/job-status.ts';
import { stallOfEvents, stallOfPod, stallOfUnreachable } from '../../../../src/runtime/kubernetes/launches/stalls.ts';

describe('what keeps a pod from starting', () => {
  const waiting = (reason: string) => ({
    status: { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason, message: 'because' } } }] },
  });
  const unscheduled = (message: string) => ({
    status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] },
  });

  it('is told in the words of the kubelet or the scheduler', () => {
    expect(stallOfPod(waiting('ImagePullBackOff') as never)).toEqual({
      reason: 'ImagePullBackOff',
      message: 'because',
    });
    expect(stallOfPod(waiting('ContainerCreating') as never)).toBeUndefined();
    expect(stallOfPod(unscheduled('persistentvolumeclaim "ocr" not found') as never)).toEqual({
      reason: 'Unschedulable',
      message: 'persistentvolumeclaim "ocr" not found',
    });
  });

  it('is waiting where only room is missing', () => {
    expect(stallOfPod(unscheduled('0/3 nodes are available: 3 Insufficient cpu.') as never)).toMatchObject({
      waits: true,
    });
  });

  it('is what the newest event says', () => {
    const event = (reason: string, lastTimestamp: string, message: string) => ({ reason, lastTimestamp, message });
    const events = [
      event('FailedCreate', '2026-11-22T05:00:00Z', 'forbidden: exceeded quota: documents'),
      event('FailedCreate', '2026-11-22T04:00:00Z', 'something else'),
      event('Scheduled', '2026-11-22T06:00:00Z', 'fine'),
    ];
    expect(stallOfEvents(events as never, new Set(['FailedCreate']))).toMatchObject({ reason: 'QuotaExceeded' });
  });

  it('is what the last converter says that reached nothing, which is no fault of the document', () => {
    const ended = (exitCode: number, finishedAt: string, message?: string) => ({
      status: { phase: 'Failed', containerStatuses: [{ state: { terminated: { exitCode, finishedAt, message } } }] },
    });
    const step = 'name resolution: scriptorium-api was not resolved (EAI_AGAIN). Check networkPolicy.dns';
    const pods = [ended(45, '2026-11-22T05:00:00Z', step), ended(45, '2026-11-22T04:00:00Z', 'something else')];
    expect(stallOfUnreachable(pods as never)).toEqual({
      reason: 'ConvertersNotReporting',
      message: `Converters start but do not report: check DNS and network policies. ${step}`,
      waits: true,
      outage: true,
      seenAt: Date.parse('2026-11-22T05:00:00Z'),
    });
    expect(stallOfUnreachable([ended(42, '2026-11-22T05:00:00Z'), { status: {} }] as never)).toBeUndefined();
  });

  it('is no fault of the document, even when its deadline passes', () => {
    const pod = (container: object) => ({
      metadata: { annotations: { 'batch.kubernetes.io/job-completion-index': '0' } },
      status: { reason: 'DeadlineExceeded', containerStatuses: [{ state: container }] },
    });
    const failure = (container: object): unknown => findFailures([pod(container)] as never).get(0);
    expect(failure({ waiting: { reason: 'ImagePullBackOff' } })).toBe('stranded_running');
    expect(failure({ terminated: { exitCode: 143, reason: 'Error' } })).toBe('conversion_timeout');
  });
});
