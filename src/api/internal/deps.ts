import type { LaunchClaim } from '../../secrets/worker-tokens.ts';
import type { Tasks } from '../../runtime/tasks.ts';
import type { ApiDeps } from '../deps.ts';

export interface InternalDeps extends Pick<
  ApiDeps,
  'classes' | 'objects' | 'ledger' | 'settings' | 'now' | 'log' | 'metrics' | 'nudge' | 'secret'
> {
  /** Asks the endpoint of a converter class, where there are classes. */
  readonly ask?: Tasks['ask'];
  /** Reads the claim of a converter pod's projected token; left out where there are no pods. */
  readonly launchOfPod?: (token: string) => Promise<LaunchClaim | undefined>;
  /** The address to which signed URLs of workers lead; left out where they lead to this process. */
  readonly storeUrl?: () => Promise<string>;
}
