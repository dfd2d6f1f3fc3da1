import type { Receipt } from '../../records/types.ts';
import type { Answer } from '../schema/all.ts';

export function presentReceipt(receipt: Receipt): Answer<'Receipt'> {
  return {
    id: receipt.id,
    jobId: receipt.jobId,
    quoteId: receipt.quoteId,
    artifactIds: receipt.artifactIds,
    holdId: receipt.holdId,
    tenantId: receipt.tenantId,
    actorPrincipalId: receipt.actorPrincipalId,
    actorType: receipt.actorType,
    credentialId: receipt.credentialId,
    channel: receipt.channel,
    usage: receipt.usage,
    sourceFormat: receipt.sourceFormat,
    reservedCredits: receipt.reservedCredits,
    settledCredits: receipt.settledCredits,
    priceVersion: receipt.priceVersion,
    tier: receipt.tier,
    fundingSource: receipt.fundingSource,
    originalReceiptId: receipt.originalReceiptId,
    kind: receipt.kind,
    outcome: receipt.outcome,
    errorCode: receipt.errorCode,
    meterEventId: receipt.meterEventId,
    occurredAt: receipt.occurredAt,
    createdAt: receipt.createdAt,
  };
}
