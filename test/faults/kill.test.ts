import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceProcess, type ServiceProcess } from '../service-process.ts';
import { killRound } from './kill-rounds.ts';

/** 20 in `npm test`; `npm run test:faults` sets some hundred. */
const ROUNDS = Number(process.env['SCRIPTORIUM_KILL_ROUNDS'] ?? 20);
const FIRST_SEED = Number(process.env['SCRIPTORIUM_KILL_SEED'] ?? 1);

describe('the whole service, killed at any moment and started again', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await serviceProcess({ SCRIPTORIUM_LOG_LEVEL: 'warn' });
    await service.start();
  });
  afterAll(() => service.close());

  it(`ends every job rightly, and the audit holds, at ${ROUNDS} seeded points`, { timeout: ROUNDS * 60_000 }, async () => {
    const ended: Record<string, number> = {};
    for (let seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
      const round = await killRound(service, seed);
      for (const [state, count] of Object.entries(round.ended)) ended[state] = (ended[state] ?? 0) + count;
      const audit = await service.admin('GET', '/admin/v1/ledger/audit');
      expect(audit['findings'], `after seed ${seed}`).toEqual([]);
    }
    expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(ROUNDS * 5);
    process.stdout.write(`kill -9 at ${ROUNDS} points: ${JSON.stringify(ended)}\n`);
  });
});
