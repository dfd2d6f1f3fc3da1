import type { Ledger } from '../../ledger/ledger.ts';
import type { Buckets } from '../../objects/buckets.ts';
import type { ServedObjects } from '../../objects/objects.ts';
import type { UrlSettings } from '../../objects/signed-url.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { EMBEDDED, Values } from '../settings.ts';

export interface EmbeddedStoresOptions {
  readonly values: Values<typeof EMBEDDED>;
  readonly dataDir: string;
  readonly urls: UrlSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface OpenObjects {
  readonly objects: ServedObjects;
  /** Other buckets, where the objects are in one. */
  readonly buckets?: Buckets;
  close(): void;
}

export interface OpenLedger {
  readonly ledger: Ledger;
  close(): Promise<void>;
}
