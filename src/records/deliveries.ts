/** One try to deliver a webhook. */
export interface Delivery {
  readonly at: string;
  /** Not set for a test. */
  readonly jobId?: string;
  /** Such as `job.succeeded`, or `test`. */
  readonly type: string;
  /** All that is kept of the address: path and query may hold secrets. */
  readonly host: string;
  readonly attempts: number;
  readonly outcome: 'delivered' | 'failed' | 'refused' | 'given_up';
  /** The status of the answer, or why there was none. */
  readonly answer: string;
}

/** `deliveries/<workspace>.json`: the last tries of a workspace, newest first. */
export interface DeliveryLog {
  readonly deliveries: readonly Delivery[];
}
