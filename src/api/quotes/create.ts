import type { ExternalSource, Usage } from '../../resource/conversion-job.ts';
import { newQuoteId } from '../../resource/ids.ts';
import { creditsToHold, rateCard, type RateCard } from '../../accounting/rate-card.ts';
import { keys } from '../../records/keys.ts';
import { ocrPossible, refusal } from '../../accounting/pricing.ts';
import { readSlot, uploadTooLarge } from '../../lifecycle/uploads.ts';
import { createOrRead, readRecord, writeRecord } from '../../records/store.ts';
import type { StoredQuote } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import { claim, recall, requestHash } from '../idempotency.ts';
import type { Accepted } from '../schema/all.ts';
import type { Call, Reply } from '../operation.ts';
import { atOnce } from '../middleware/at-once.ts';
import { notFound, Problem } from '../problem.ts';
import { probeUpload } from './probe-upload.ts';
import { presentQuote } from './present.ts';
import { pricedHash } from './saved.ts';

type CreateQuoteRequest = Accepted<'CreateQuoteRequest'>;

interface Estimate {
  readonly estimatedUsage: Usage;
  readonly estimatedCredits: number;
  readonly maximumCredits: number;
}

/** Prices a conversion without starting it: an upload by its pages, a URL at the price of one. */
export async function createQuote(deps: ApiDeps, call: Call<CreateQuoteRequest>): Promise<Reply> {
  const { workspace } = call.credential;
  const { operation, capabilityVersion, source, startPage, includeImages } = call.body;
  const request = {
    operation: 'createQuote',
    hash: requestHash({ operation, capabilityVersion, source, startPage, includeImages }),
  } as const;
  const known = await recall(deps, call, request);
  const earlier = known === undefined ? undefined : await readRecord(deps.objects, keys.quote(workspace, known));
  if (earlier) return { status: 200, body: presentQuote(earlier) };
  const card = rateCard(capabilityVersion);
  if (!card) throw new Error(`no rate card for capability ${capabilityVersion}`);
  const estimate =
    source.type === 'document'
      ? await estimateUpload(deps, call, card, source.documentId)
      : await estimateUrl(deps, call, card, source);
  const { id, fresh } = await claim(deps, call, request, known ?? newQuoteId(deps.now()));
  const now = deps.now();
  const quote: StoredQuote = {
    id,
    workspace,
    operation,
    capabilityVersion,
    ...estimate,
    priceVersion: card.priceVersion,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + deps.settings.quoteLifetime * 1000).toISOString(),
  };
  const stored = await createOrRead(deps.objects, keys.quote(workspace, id), quote);
  if (stored.created) await writeRecord(deps.objects, keys.quoteFor(workspace, pricedHash(call.body)), quote);
  return { status: fresh ? 201 : 200, body: presentQuote(stored.value) };
}

async function estimateUpload(
  deps: ApiDeps,
  call: Call<CreateQuoteRequest>,
  card: RateCard,
  documentId: string,
): Promise<Estimate> {
  const slot = await readSlot(deps.objects, call.credential.workspace, documentId);
  if (!slot) throw notFound('document');
  const info = await deps.objects.head(slot.objectKey);
  if (!info) throw new Problem(400, 'upload_missing', 'The document has not been uploaded.');
  const tooLarge = uploadTooLarge(info.bytes, deps.settings.maxUploadBytes);
  if (tooLarge) throw new Problem(400, tooLarge.code, tooLarge.message);
  const probed = await probeUpload(deps, slot, info);
  if (!probed.ok) throw new Problem(400, probed.failure.code, probed.failure.message);
  const { source } = probed;
  const { startPage } = call.body;
  const refused = refusal(
    source,
    {
      ...(startPage === undefined ? {} : { startPage }),
      ...(slot.contentHash === undefined ? {} : { contentHash: slot.contentHash }),
    },
    deps.settings.maxPages,
  );
  if (refused) throw new Problem(400, refused.code, refused.message);
  const pages = source.pages - (startPage ?? 1) + 1;
  return {
    estimatedUsage: {
      inputBytes: source.bytes,
      discoveredPages: source.pages,
      ...(source.scanned ? { ocrPages: pages } : {}),
    },
    estimatedCredits: pages * (source.scanned ? card.ocrPage : card.page),
    maximumCredits: creditsToHold(card, pages, ocrPossible(source.format)),
  };
}

/** Servers that never answer. */
const askAtOnce = atOnce(16);

/** The file is not downloaded, so the price is that of one page; the server has to state its size at least. */
async function estimateUrl(
  deps: ApiDeps,
  call: Call<CreateQuoteRequest>,
  card: RateCard,
  source: ExternalSource,
): Promise<Estimate> {
  const { workspace } = call.credential;
  const size = await askAtOnce(workspace, () => deps.tasks.size({ workspace, url: source.fileUrl }));
  if (!size.ok) throw new Problem(400, size.failure.code, size.failure.message);
  if (size.bytes === undefined)
    throw new Problem(
      422,
      'size_unknown',
      'The server of this URL does not report a file size, so the conversion cannot be quoted. You can still create a job for it.',
    );
  return {
    estimatedUsage: { inputBytes: size.bytes },
    estimatedCredits: card.page,
    maximumCredits: creditsToHold(card, 1, true),
  };
}
