import type { ApiDeps } from '../deps.ts';

export interface InternalDeps extends Pick<
  ApiDeps,
  'objects' | 'ledger' | 'settings' | 'now' | 'log' | 'metrics' | 'nudge'
> {
  /** Signs the tokens; the controller signs launch tokens with the same. */
  readonly secret: string;
}
