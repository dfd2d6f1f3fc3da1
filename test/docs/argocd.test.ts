import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const HEALTH = resolve(import.meta.dirname, '../../docs/argocd/conversionjob-health.lua');

const hasLua = (): boolean => {
  try {
    execFileSync('lua5.1', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Plain data as a Lua expression. */
function lua(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(lua).join(', ')}}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `[${JSON.stringify(name)}] = ${lua(inner)}`)
    .join(', ')}}`;
}

/** Runs the check as Argo CD does: the resource is `obj`, the chunk answers. */
function healthOf(resource: object): string {
  const script = `
    obj = ${lua(resource)}
    local health = dofile(${JSON.stringify(HEALTH)})
    io.write(health.status .. ": " .. health.message)`;
  return execFileSync('lua5.1', ['-'], { input: script, encoding: 'utf8' });
}

const job = (status: object, generation = 1): object => ({
  metadata: { name: 'job', generation },
  spec: { workspace: 'acme' },
  status: { observedGeneration: 1, ...status },
});
const condition = (type: string, reason = type): object => ({ type, status: 'True', reason, message: 'because' });

// Argo CD runs Lua 5.1.
describe.skipIf(!hasLua())('the health check for Argo CD (skipped where there is no Lua 5.1)', () => {
  it.each([
    ['that nobody has observed', job({ state: 'queued', observedGeneration: 0 }), 'Progressing: queued'],
    ['without a status', { metadata: { name: 'job', generation: 1 } }, 'Progressing: queued'],
    [
      'that runs',
      job({ state: 'running', message: '3 of 10 pages', conditions: [condition('Reconciling')] }),
      'Progressing: 3 of 10 pages',
    ],
    [
      'that was changed after its end',
      job({ state: 'succeeded', message: '1 page converted' }, 2),
      'Progressing: 1 page converted',
    ],
    [
      'that waits for its turn',
      job({
        state: 'queued',
        message: 'Waiting',
        conditions: [condition('Reconciling'), condition('Stalled', 'QueuedByKueue')],
      }),
      'Progressing: Waiting',
    ],
    [
      'that cannot start',
      job({ state: 'queued', conditions: [condition('Stalled', 'ImagePullBackOff')] }),
      'Degraded: ImagePullBackOff: because',
    ],
    [
      'that waits for credits',
      job({ state: 'input_required', message: 'The document needs 7 credits' }),
      'Suspended: The document needs 7 credits',
    ],
    [
      'that succeeded',
      job({ state: 'succeeded', message: '1 page converted', conditions: [condition('Complete')] }),
      'Healthy: 1 page converted',
    ],
    ['that was canceled', job({ state: 'canceled', message: 'Canceled' }), 'Suspended: Canceled'],
    [
      'that failed',
      job({ state: 'failed', errorCode: 'corrupt_document', error: 'No PDF.' }),
      'Degraded: corrupt_document: No PDF.',
    ],
  ])('of a job %s', (_what, resource, health) => {
    expect(healthOf(resource)).toBe(health);
  });
});
