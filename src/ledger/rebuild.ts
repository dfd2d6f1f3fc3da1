import type { LedgerFacts } from './ledger.ts';

/** The state that facts stand for: what a rebuild writes. */
export interface RebuiltLedger {
  readonly workspaces: ReadonlyMap<
    string,
    { readonly granted: number; readonly settled: number; readonly held: number }
  >;
  readonly grants: ReadonlySet<string>;
  readonly holds: ReadonlyMap<string, { readonly workspace: string; readonly credits: number }>;
  /** Jobs whose hold has ended. */
  readonly ended: ReadonlySet<string>;
}

/**
 * Adds facts up. An intent says what the ledger held before it lost that, and the credits may have gone to another job
 * meanwhile: together, holds can be more than a workspace has. Nothing is ever held beyond what is there: holds are
 * taken in the order of the facts, one that is sure is cut to what remains and one that is tentative is left out.
 * Whoever acts on a hold asks for it again.
 */
export function addUp(facts: LedgerFacts): RebuiltLedger {
  const workspaces: Accounts = new Map();
  const grants = addGrants(workspaces, facts.grants);
  for (const { workspace, credits } of facts.closed ?? []) accountOf(workspaces, workspace).settled += credits;
  const ended = addReceipts(workspaces, facts.receipts);
  const holds = addHolds(workspaces, facts.holds, ended);
  for (const [workspace, { granted, settled }] of workspaces)
    if (granted === 0 && settled === 0) workspaces.delete(workspace);
  return { workspaces, grants, holds, ended };
}

type Accounts = Map<string, { granted: number; settled: number; held: number }>;

function accountOf(workspaces: Accounts, workspace: string): { granted: number; settled: number; held: number } {
  let found = workspaces.get(workspace);
  if (!found) workspaces.set(workspace, (found = { granted: 0, settled: 0, held: 0 }));
  return found;
}

function addGrants(workspaces: Accounts, facts: LedgerFacts['grants']): Set<string> {
  const grants = new Set<string>();
  for (const { id, workspace, credits } of facts) {
    if (grants.has(id)) continue;
    grants.add(id);
    accountOf(workspaces, workspace).granted += credits;
  }
  return grants;
}

/** Returns the jobs that have ended. */
function addReceipts(workspaces: Accounts, facts: LedgerFacts['receipts']): Set<string> {
  const ended = new Set<string>();
  for (const { jobId, workspace, credits } of facts) {
    if (ended.has(jobId)) continue;
    ended.add(jobId);
    accountOf(workspaces, workspace).settled += credits;
  }
  return ended;
}

function addHolds(
  workspaces: Accounts,
  facts: LedgerFacts['holds'],
  ended: ReadonlySet<string>,
): Map<string, { workspace: string; credits: number }> {
  const holds = new Map<string, { workspace: string; credits: number }>();
  for (const { jobId, workspace, credits, tentative } of facts) {
    const account = workspaces.get(workspace);
    if (ended.has(jobId) || holds.has(jobId) || !account?.granted) continue;
    const held = Math.min(credits, account.granted - account.settled - account.held);
    if (held <= 0 || (tentative && held < credits)) continue;
    account.held += held;
    holds.set(jobId, { workspace, credits: held });
  }
  return holds;
}
