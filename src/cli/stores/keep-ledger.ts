import { gatherLedgerFacts } from '../../accounting/ledger-facts.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { LedgerTaken } from '../../ledger/redis.ts';
import type { Objects } from '../../objects/objects.ts';
import type { Logger } from '../../telemetry/log.ts';
import { connectionTrouble } from './connection-trouble.ts';
import type { SettingNames } from './setting-names.ts';

const LOOK_MS = 1000;
/** How Redis refuses a user. */
const REFUSALS: ReadonlySet<string> = new Set(['WRONGPASS', 'NOAUTH', 'NOPERM']);

interface KeepLedger {
  readonly ledger: Ledger;
  readonly objects: Objects;
  readonly log: Logger;
  readonly names: SettingNames;
  readonly taken: (error: LedgerTaken) => void;
}

/**
 * Rebuilds the ledger whenever it is found empty: at the first start, and after a flush. Any process may; a lock lets
 * one.
 */
export function keepLedger({ ledger, objects, log, names, taken }: KeepLedger): {
  /** Once the ledger was found or made usable. */
  readonly ready: Promise<void>;
  stop(): void;
} {
  const ready = Promise.withResolvers<void>();
  let busy = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      if (!(await ledger.needsRebuild())) return ready.resolve();
      const began = Date.now();
      if (!(await ledger.rebuild(() => gatherLedgerFacts(objects, new Date())))) return;
      log.info({ ms: Date.now() - began }, 'rebuilt the ledger from the object store');
      ready.resolve();
    } catch (error) {
      if (error instanceof LedgerTaken) return taken(error);
      log.warn({ err: error }, `failed to check the ledger: ${explainCause(error, names)}`);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  void look();
  return { ready: ready.promise, stop: () => clearInterval(timer) };
}

/** The error of the client of Redis, where it is the cause, and which setting to check. */
function explainCause(error: unknown, names: SettingNames): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return explainCause(error.cause, names);
  const trouble = connectionTrouble({ name: 'Redis', address: names.redis }, error, names);
  if (trouble !== undefined) return trouble;
  // The first word of what Redis answers is a code.
  const refused = REFUSALS.has(error.message.split(' ')[0] ?? '') ? 'Redis refuses the user or its password: ' : '';
  return `${refused}${error.message.replace(/\.$/, '')}. Check ${refused ? names.redis : names.ledger}.`;
}
