import type { Jobs } from '../../src/runtime/jobs.ts';
import type { ConversionJobSpec } from '../../src/resource/conversion-job.ts';
import { newJobId } from '../../src/resource/ids.ts';
import { rateCard } from '../../src/accounting/rate-card.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { endJob } from '../../src/lifecycle/ending.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { keys } from '../../src/records/keys.ts';
import { writeRecord } from '../../src/records/store.ts';
import type { Intent } from '../../src/records/types.ts';

/** The ports of an installation, of whichever adapters. */
export interface SeedPorts {
  readonly jobs: Jobs;
  readonly objects: Objects;
  readonly ledger: Ledger;
}

export interface SeedRequest {
  readonly workspace: string;
  readonly count: number;
  /** Pages of each document. */
  readonly pages?: number;
  readonly atOnce?: number;
}

/** Makes accepted jobs that were never converted, as createJob leaves them: intent, hold and resource. */
export async function seedUnfinished(ports: SeedPorts, request: SeedRequest): Promise<void> {
  await several(request, async () => {
    const intent = intentOf(request);
    await openAccepted(ports, intent);
    await createResource(ports, intent);
  });
}

/** Makes jobs that were canceled and whose resources wait for their TTL: receipt, record, resource with its status. */
export async function seedFinished(ports: SeedPorts, request: SeedRequest): Promise<void> {
  await several(request, async () => {
    const intent = intentOf(request);
    const version = await createResource(ports, intent);
    const { record } = await endJob({ ...ports, now: () => new Date() }, intent, { outcome: 'canceled' });
    const { finishedAt } = record.ending;
    await ports.jobs.writeStatus(intent.jobId, version, {
      state: 'canceled',
      progress: 100,
      finishedAt,
      updatedAt: finishedAt,
      conditions: [{ type: 'Canceled', status: 'True', reason: 'Canceled', lastTransitionTime: finishedAt }],
    });
  });
}

async function several({ count, atOnce = 16 }: SeedRequest, make: () => Promise<void>): Promise<void> {
  let left = count;
  const some = async (): Promise<void> => {
    while (left-- > 0) await make();
  };
  await Promise.all(Array.from({ length: atOnce }, some));
}

function intentOf({ workspace, pages = 10 }: SeedRequest): Intent {
  const now = new Date().toISOString();
  const spec: ConversionJobSpec = {
    workspace,
    source: { type: 'document', documentId: 'doc_seeded' },
    capabilityVersion: '1',
    includeImages: false,
    forceRefresh: true,
  };
  return {
    jobId: newJobId(new Date()),
    workspace,
    state: 'accepted',
    createdAt: now,
    updatedAt: now,
    spec,
    actor: { type: 'api_key', channel: 'api', credentialId: 'seed' },
    priceVersion: rateCard('1')!.priceVersion,
    hold: pages,
    pinned: true,
    fileName: 'seeded.pdf',
    source: {
      format: 'pdf',
      bytes: 1000,
      sha256: '0'.repeat(64),
      pages,
      scanned: false,
      ranged: true,
      native: false,
    },
    range: { start: 1, end: pages },
    rangePages: 32,
    partial: false,
  };
}

async function openAccepted({ objects, ledger }: SeedPorts, intent: Intent): Promise<void> {
  const { jobId, workspace, hold } = intent;
  await writeRecord(objects, keys.intent(jobId), intent);
  const held = await ledger.setHold({ jobId, workspace, credits: hold });
  if (!held.held) throw new Error(`workspace ${workspace} needs more credits`);
}

async function createResource({ jobs }: SeedPorts, { jobId, spec }: Intent): Promise<string> {
  const made = await jobs.create({ name: jobId, spec: { ...spec, ttlSecondsAfterFinished: 86_400 } });
  if (!made.created) throw new Error(`${jobId} is there already`);
  return made.job.metadata.resourceVersion;
}
