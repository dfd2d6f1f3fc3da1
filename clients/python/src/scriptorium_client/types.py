"""What the service returns, with the names of its OpenAPI description."""

from __future__ import annotations

from typing import TypedDict


class Usage(TypedDict, total=False):
    inputBytes: int
    discoveredPages: int
    ocrPages: int
    outputBytes: int
    durationMs: int


class Source(TypedDict, total=False):
    type: str
    documentId: str
    fileUrl: str
    fileName: str


class PageRange(TypedDict):
    start: int
    end: int


class _Job(TypedDict):
    id: str
    operation: str
    capabilityVersion: str
    status: str
    source: Source
    createdAt: str
    updatedAt: str


class Job(_Job, total=False):
    fileSource: str
    includeImages: bool
    cached: bool
    startedAt: str
    finishedAt: str
    error: str
    errorCode: str
    idempotencyKey: str
    usage: Usage
    stage: str
    stageProgress: float
    message: str
    pageRange: PageRange
    partial: bool
    nextStartPage: int
    estimatedTotalPages: int


class ListedJob(Job):
    documentName: str


class _JobList(TypedDict):
    jobs: list[ListedJob]


class JobList(_JobList, total=False):
    nextCursor: str


class _Artifact(TypedDict):
    id: str
    jobId: str
    kind: str
    contentType: str
    createdAt: str
    fileName: str
    sizeBytes: int
    contentHash: str


class Artifact(_Artifact, total=False):
    downloadUrl: str
    text: str
    expiresAt: str


class _Warning(TypedDict):
    kind: str
    count: int
    message: str


class Warning(_Warning, total=False):
    severity: str
    pages: str


class BatchDocuments(TypedDict):
    found: int
    open: int
    succeeded: int
    failed: int
    canceled: int
    skipped: int


class _BatchFailure(TypedDict):
    key: str
    errorCode: str
    error: str


class BatchFailure(_BatchFailure, total=False):
    jobId: str


class _Batch(TypedDict):
    id: str
    status: str
    source: str
    destination: str
    listed: bool
    documents: BatchDocuments
    pages: int
    settledCredits: int
    failures: list[BatchFailure]
    createdAt: str


class Batch(_Batch, total=False):
    message: str
    stalled: str
    failureList: str
    finishedAt: str


class _BatchList(TypedDict):
    batches: list[Batch]


class BatchList(_BatchList, total=False):
    nextCursor: str


class Quote(TypedDict):
    id: str
    operation: str
    capabilityVersion: str
    estimatedUsage: Usage
    estimatedCredits: float
    maximumCredits: float
    priceVersion: str
    expiresAt: str
    createdAt: str


class _Receipt(TypedDict):
    id: str
    jobId: str
    artifactIds: list[str]
    tenantId: str
    usage: Usage
    reservedCredits: int
    settledCredits: int
    priceVersion: str
    tier: str
    kind: str
    outcome: str
    occurredAt: str
    createdAt: str
    originalReceiptId: str | None


class Receipt(_Receipt, total=False):
    quoteId: str
    holdId: str
    actorPrincipalId: str
    actorType: str
    credentialId: str
    channel: str
    sourceFormat: str
    fundingSource: str
    errorCode: str
    meterEventId: str
    paymentInvoiceId: str
