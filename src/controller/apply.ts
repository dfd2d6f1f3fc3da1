import type { Launcher } from '../cluster/launcher.ts';
import { createdAtOf, type ConversionJobSpec } from '../job/conversion-job.ts';
import type { JobFailure } from '../job/failure.ts';
import { rateCard } from '../job/price.ts';
import { PART_NAME } from '../job/worker-protocol.ts';
import { admit, openIntent } from '../records/admission.ts';
import { cacheKeyOf, copyCached } from '../records/cache.ts';
import { closeJob, followReceipt, readReceipt, type Close } from '../records/closing.ts';
import { keys } from '../records/keys.ts';
import { manifestOf } from '../records/manifest.ts';
import { readRecord, replaceRecord } from '../records/store.ts';
import { signToken } from '../records/tokens.ts';
import type { Intent, StoredReceipt } from '../records/types.ts';
import type { ControllerDeps } from './deps.ts';
import type { Facts } from './facts.ts';
import type { Action } from './plan.ts';

/** What applying an action led to: go on with the next one, look at the job again at once, or later. */
export type Applied = 'next' | 'again' | { readonly againInMs: number };

/** Carries out one action. Every action can be repeated, and can be carried out by two controllers at once. */
export async function apply(deps: ControllerDeps, facts: Facts, action: Action): Promise<Applied> {
  const { jobId, job, intent } = facts;
  switch (action.do) {
    case 'open-intent':
      return openForeign(deps, facts);
    case 'admit':
      return admitJob(deps, facts);
    case 'use-cache':
      return useCache(deps, facts);
    case 'launch':
      await launch(deps, facts, action);
      return 'next';
    case 'close-succeeded': {
      if (!intent) return 'again';
      const ranges = action.outcomes.filter((outcome) => outcome.outcome === 'succeeded');
      const ocrPages = ranges.reduce((sum, outcome) => sum + outcome.ocrPages, 0);
      const receipt = await close(deps, facts, {
        outcome: 'succeeded',
        manifest: manifestOf(intent, action.outcomes, deps.now()),
        ocrPages,
        cached: false,
      });
      const cacheKey = cacheKeyOf(intent, deps.settings.ocrLanguages);
      if (receipt?.ending.state === 'succeeded' && cacheKey !== undefined)
        await deps.objects.put(cacheKey, JSON.stringify({ jobId }), { contentType: 'application/json' });
      return 'again';
    }
    case 'close-failed':
      await close(deps, facts, { outcome: 'failed', failure: action.failure });
      return 'again';
    case 'close-canceled':
      await close(deps, facts, { outcome: 'canceled' });
      return 'again';
    case 'follow-receipt':
      if (intent && facts.receipt) await followReceipt(deps, intent, facts.receipt);
      return 'next';
    case 'clean-up':
      await cleanUp(deps, jobId, action);
      return 'next';
    case 'write-status': {
      const written = await deps.jobs.writeStatus(job.metadata.name, job.metadata.resourceVersion, action.status);
      if (written.written) return 'next';
      // The cache lags behind, or someone else wrote: the change will call us, and if it was missed we look again soon.
      return { againInMs: written.reason === 'conflict' ? 50 : 1000 };
    }
    case 'delete-resource':
      await deps.jobs.delete(job.metadata.name, {
        uid: job.metadata.uid,
        resourceVersion: job.metadata.resourceVersion,
      });
      return 'next';
  }
}

/** A job made with kubectl: its intent is made here. */
async function openForeign(deps: ControllerDeps, facts: Facts): Promise<Applied> {
  const { job, jobId } = facts;
  const { cancel: _cancel, ttlSecondsAfterFinished: _ttl, ...spec } = job.spec;
  const now = deps.now().toISOString();
  const intent: Intent = {
    jobId,
    workspace: spec.workspace,
    state: 'pending',
    createdAt: createdAtOf(job.metadata),
    updatedAt: now,
    spec: spec satisfies ConversionJobSpec,
    actor: { type: 'kubernetes_user', channel: 'kubectl' },
    priceVersion: rateCard(spec.capabilityVersion ?? '1')?.priceVersion ?? rateCard('1')!.priceVersion,
    hold: 0,
    pinned: false,
  };
  await openIntent(deps.objects, intent);
  return 'again';
}

/** What the API refuses before there is a job, of one that did not come through it. */
async function refusalOfForeign(
  deps: ControllerDeps,
  { actor, workspace, spec }: Intent,
): Promise<JobFailure | undefined> {
  if (actor.channel !== 'kubectl') return undefined;
  if (!rateCard(spec.capabilityVersion ?? '1'))
    return { code: 'conversion_failed', message: `There is no capabilityVersion ${spec.capabilityVersion}.` };
  if ((await deps.ledger.balance(workspace)) === undefined)
    return { code: 'workspace_unknown', message: `There is no workspace ${workspace}.` };
  return undefined;
}

async function admitJob(deps: ControllerDeps, facts: Facts): Promise<Applied> {
  const failure = facts.intent && (await refusalOfForeign(deps, facts.intent));
  if (failure) {
    await close(deps, facts, { outcome: 'failed', failure });
    return 'again';
  }
  const admission = await admit(deps, facts.jobId, 'source');
  switch (admission.result) {
    case 'accepted':
    case 'ended':
      return 'again';
    case 'failed':
      await close(deps, { ...facts, intent: admission.intent }, { outcome: 'failed', failure: admission.failure });
      return 'again';
    case 'insufficient': {
      const waiting = {
        since: admission.intent.waiting?.since ?? deps.now().toISOString(),
        requiredCredits: admission.requiredCredits,
      };
      if (admission.intent.waiting?.requiredCredits === waiting.requiredCredits) return 'next';
      const stored = await readRecord<Intent>(deps.objects, keys.intent(facts.jobId));
      if (admission.intent.waiting === undefined) deps.onWaiting?.(admission.intent, facts.job);
      if (stored && !stored.value.range)
        await replaceRecord(deps.objects, keys.intent(facts.jobId), stored.etag, {
          ...stored.value,
          waiting,
          updatedAt: deps.now().toISOString(),
        });
      return 'again';
    }
  }
}

async function useCache(deps: ControllerDeps, facts: Facts): Promise<Applied> {
  deps.cacheChecked.add(facts.jobId);
  const cached = facts.intent && (await copyCached(deps.objects, facts.intent, deps.settings.ocrLanguages, deps.now()));
  if (cached) await close(deps, facts, { outcome: 'succeeded', cached: true, ...cached });
  return 'again';
}

async function launch(deps: ControllerDeps, facts: Facts, action: Extract<Action, { do: 'launch' }>): Promise<void> {
  const { job, jobId } = facts;
  const { settings } = deps;
  const native = action.native || deps.native === 'always';
  const expires = deps.now().getTime() + 24 * 60 * 60 * 1000;
  await deps.launcher.launch({
    name: action.name,
    jobId,
    owner: { name: job.metadata.name, uid: job.metadata.uid },
    firstIndex: action.firstIndex,
    count: action.count,
    native,
    launchToken: signToken(deps.secret, { use: 'launch', jobId, native, expires }),
    limits: { memoryBytes: settings.memoryBytes, seconds: settings.rangeSeconds, scratchBytes: settings.scratchBytes },
    attempts: settings.attempts,
  });
}

async function close(deps: ControllerDeps, facts: Facts, how: Close): Promise<StoredReceipt | undefined> {
  // Read anew: what closes a job must know what is held for it now.
  const intent = (await readRecord<Intent>(deps.objects, keys.intent(facts.jobId)))?.value;
  if (!intent) return facts.intent && readReceipt(deps.objects, facts.intent);
  const startedAt = facts.job.status?.startedAt;
  const stored = await closeJob(deps, intent, { ...how, ...(startedAt === undefined ? {} : { startedAt }) });
  deps.ended(intent, stored, facts.job);
  return stored;
}

/** Ends what runs for a finished job and drops what only its conversion needed. */
export async function cleanUp(
  deps: {
    readonly objects: ControllerDeps['objects'];
    readonly launcher: Launcher;
    readonly ledger: ControllerDeps['ledger'];
  },
  jobId: string,
  { end, single }: { readonly end: boolean; readonly single: boolean },
): Promise<void> {
  await (end ? deps.launcher.end(jobId) : deps.launcher.forget(jobId));
  await deps.ledger.forgetProgress(jobId);
  const gone = [keys.input(jobId)];
  if (single) gone.push(keys.outcome(jobId, 0), keys.nativeMark(jobId, 0));
  else {
    for await (const { key } of deps.objects.list(keys.work(jobId))) gone.push(key);
    for await (const { key } of deps.objects.list(keys.results(jobId)))
      if (key.endsWith(`/${PART_NAME}`)) gone.push(key);
  }
  await deps.objects.delete(gone);
}
