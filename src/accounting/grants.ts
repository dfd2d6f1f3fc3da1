import type { Balance, Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { createOrRead } from '../records/store.ts';
import type { Grant } from '../records/types.ts';

/** Credits that no workspace uses up: what one has where nobody prices anything. */
export const UNLIMITED_CREDITS = 1_000_000_000_000;

export const isUnlimited = ({ granted }: Balance): boolean => granted >= UNLIMITED_CREDITS;

/** Grants credits: the store first, then the ledger. The same id twice grants once, whatever the second says. */
export async function grantCredits(
  objects: Objects,
  ledger: Ledger,
  grant: Grant,
): Promise<{ readonly grant: Grant; readonly balance: Balance }> {
  const { value } = await createOrRead(objects, keys.grant(grant.workspace, grant.id), grant);
  return {
    grant: value,
    balance: await ledger.grant({ id: value.id, workspace: value.workspace, credits: value.credits }),
  };
}
