import { isUnlimited } from '../../accounting/grants.ts';
import type { ApiKey } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';

/** The session of the console: workspace and scopes of the key, and credits unless they have no limit. */
export async function presentSession(
  { ledger, settings }: ApiDeps,
  { workspace, scopes }: ApiKey,
): Promise<Record<string, unknown>> {
  const balance = await ledger.balance(workspace);
  const { available = 0, held = 0 } = balance ?? {};
  return {
    workspace,
    scopes,
    ...(!(balance && isUnlimited(balance)) && { credits: { available, held } }),
    topUpPath: settings.topUpPath,
  };
}
