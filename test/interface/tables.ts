/** The tables of the interface's section 2: `!` marks a required field. */
export const RESOURCES: Readonly<Record<string, string>> = {
  Usage: 'inputBytes discoveredPages ocrPages outputBytes durationMs',
  DocumentSource: 'type! documentId!',
  ExternalSource: 'type! fileUrl! fileName',
  UploadSlot: 'documentId! uploadUrl! accessUrl! objectKey! expiresAt',
  Job: `id! operation! capabilityVersion! status! source! fileSource includeImages cached createdAt! updatedAt! startedAt finishedAt error errorCode
    idempotencyKey usage stage stageProgress message pageRange partial nextStartPage estimatedTotalPages`,
  Artifact: 'id! jobId! kind! contentType! createdAt! fileName! sizeBytes! downloadUrl text contentHash! expiresAt',
  ArtifactList: 'jobId! artifacts!',
  Quote:
    'id! operation! capabilityVersion! estimatedUsage! estimatedCredits! maximumCredits! priceVersion! expiresAt! createdAt!',
  Receipt: `id! jobId! quoteId artifactIds! holdId tenantId! actorPrincipalId actorType credentialId channel usage! sourceFormat reservedCredits! settledCredits!
    priceVersion! tier! fundingSource originalReceiptId! kind! outcome! errorCode meterEventId paymentInvoiceId occurredAt! createdAt!`,
  ApiError: 'error! code',
  PaymentRequiredError: 'error! code quote topUpPath requiredCredits availableCredits',
  DocumentTooLargeError: 'error! code! maxPages! estimatedPages jobId',
  CreateUploadRequest: 'fileName! fileType! idempotencyKey content_hash contentHash',
  CreateJobRequest: `operation capabilityVersion source! includeImages force_refresh forceRefresh allowPartial startPage content_hash contentHash
    idempotencyKey webhookUrl`,
};

/** Section 2's closed lists of values. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Job: {
    operation: ['convert'],
    status: ['queued', 'running', 'input_required', 'succeeded', 'failed', 'canceled', 'expired'],
    fileSource: ['managed', 'external'],
    stage: ['preparing', 'converting', 'finalizing', 'complete', 'error'],
  },
  Receipt: { kind: ['original', 'refund', 'correction'] },
};

/** Section 4's table of defaults. */
export const DEFAULTS: Readonly<Record<string, unknown>> = {
  operation: 'convert',
  capabilityVersion: '1',
  includeImages: false,
};
