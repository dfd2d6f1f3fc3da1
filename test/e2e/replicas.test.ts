import { afterAll, expect, it } from 'vitest';
import { nothingOrphaned } from './afterwards.ts';
import { admin, get, k, until } from './cluster.ts';

/** Of createQuote, for a workspace (`src/api/quotes/routes.ts`). */
const BURST = 200;
const PER_SECOND = 20;
const SECONDS = 15;

/** Asks one pod as fast as it answers, and prints how many requests it let through and how many it refused. */
const asking = (key: string): string => `
  const end = Date.now() + ${SECONDS * 1000};
  const counts = { through: 0, refused: 0 };
  const ask = async () => {
    while (Date.now() < end) {
      const { status } = await fetch('http://127.0.0.1:8080/api/v1/quotes', { method: 'POST', headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' }, body: '{}' });
      counts[status === 429 ? 'refused' : 'through'] += 1;
    }
  };
  Promise.all([ask(), ask(), ask()]).then(() => console.log(JSON.stringify(counts)));`;

interface Counts {
  readonly through: number;
  readonly refused: number;
}

afterAll(nothingOrphaned);

it('holds a workspace that asks two replicas of the API at once to the limit of one', async () => {
  const { key } = await admin<{ key: string }>('keys', 'create', '--workspace', `replicas-${Date.now()}`);
  const pods = await until('two replicas of the API', async () => {
    const { items } = await get<{ items: { metadata: { name: string } }[] }>(
      'pods',
      '-l',
      'app.kubernetes.io/component=api',
      '--field-selector',
      'status.phase=Running',
    );
    return items.length === 2 ? items.map(({ metadata }) => metadata.name) : undefined;
  });
  const answers = await Promise.all(
    pods.map(async (pod) => JSON.parse(await k('exec', pod, '--', 'node', '-e', asking(key))) as Counts),
  );
  const through = answers.reduce((sum, one) => sum + one.through, 0);
  const one = BURST + PER_SECOND * SECONDS;
  for (const { refused } of answers) expect(refused).toBeGreaterThan(0);
  // Of a burst, both let something through before they have heard of each other.
  expect(through).toBeGreaterThan(0.9 * one);
  expect(through).toBeLessThan(1.4 * one);
});
