import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { ledgerContract } from '../contract/ledger.contract.ts';

/** In memory a loss is a new process: the same handle over a ledger made anew. */
ledgerContract(
  'memory',
  async () => {
    let current = memoryLedger();
    const ledger = new Proxy({} as Ledger, { get: (_, name) => current[name as keyof Ledger] });
    return {
      ledger,
      other: ledger,
      lose: async () => {
        await current.close();
        current = memoryLedger();
      },
      close: () => current.close(),
    };
  },
  300,
);
