import type { ConversionJobSpec, Source } from '../../resource/conversion-job.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import type { StoredQuote } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import { requestHash } from '../idempotency.ts';

/** The parts of a request that decide its price: what a quote and a job must have in common. */
export interface PricedRequest {
  readonly source: Source;
  readonly capabilityVersion: string;
  readonly startPage?: number | undefined;
  readonly includeImages: boolean;
}

export const toPricedRequest = (spec: ConversionJobSpec): PricedRequest => ({
  source: spec.source,
  capabilityVersion: spec.capabilityVersion ?? '1',
  startPage: spec.startPage,
  includeImages: spec.includeImages ?? false,
});

export function pricedHash(request: PricedRequest): string {
  const { source, capabilityVersion, startPage = 1, includeImages } = request;
  const what = source.type === 'document' ? source.documentId : source.fileUrl;
  return requestHash({ type: source.type, what, capabilityVersion, startPage, includeImages });
}

/** The newest unexpired quote of the workspace for the same request. */
export async function newestQuote(
  deps: ApiDeps,
  workspace: string,
  request: PricedRequest,
): Promise<StoredQuote | undefined> {
  return unexpired(deps, await readRecord(deps.objects, keys.quoteFor(workspace, pricedHash(request))));
}

export async function readQuote(deps: ApiDeps, workspace: string, quoteId: string): Promise<StoredQuote | undefined> {
  return unexpired(deps, await readRecord(deps.objects, keys.quote(workspace, quoteId)));
}

function unexpired(deps: ApiDeps, quote: StoredQuote | undefined): StoredQuote | undefined {
  return quote && Date.parse(quote.expiresAt) > deps.now().getTime() ? quote : undefined;
}
