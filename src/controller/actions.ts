import type { LaunchKind } from '../runtime/launcher.ts';
import type { ConversionJobStatus } from '../resource/conversion-job.ts';
import type { CleanUp, RecordAction } from '../lifecycle/actions.ts';

/** The next action for a job. Each can be repeated, and can be carried out by two controllers at once. */
export type Action =
  /** Actions that change records of the job: open, end, wait for credits, follow the receipt. */
  | RecordAction
  | CleanUp
  /** Fetch, pin, probe, price and hold, as far as it goes. */
  | { readonly do: 'admit' }
  /** End the job with an earlier result of the same document and options, if there is one. */
  | { readonly do: 'use-cache' }
  | {
      readonly do: 'launch';
      readonly kind: LaunchKind;
      readonly firstIndex: number;
      readonly count: number;
      readonly native: boolean;
    }
  /** Forget what was converted, because the merge met parts of another version. `asked`: the index that said so. */
  | { readonly do: 'convert-again'; readonly asked: number }
  | { readonly do: 'write-status'; readonly status: ConversionJobStatus }
  | { readonly do: 'delete-resource' };
