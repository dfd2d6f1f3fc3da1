import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue, type Share } from '../../src/scheduling/fair-queue.ts';

const EQUAL: Share = { weight: 1 };
const shared = (shares: Readonly<Record<string, Share>>) => (workspace: string) => shares[workspace] ?? EQUAL;

/**
 * Serves with a clock of its own until nothing is left or the time is over; answers the seconds that each workspace
 * had.
 */
function simulate(queue: FairQueue<number>, places: number, seconds: number): Map<string, number> {
  const served = new Map<string, number>();
  const running: { key: string; workspace: string; ends: number; began: number }[] = [];
  let now = 0;
  for (;;) {
    for (let item = queue.next(); item; item = queue.next()) {
      running.push({ key: item.key, workspace: item.workspace, began: now, ends: now + item.value });
    }
    if (running.length > places) throw new Error('more run than there are places');
    running.sort((a, b) => a.ends - b.ends);
    const ended = running.shift();
    if (!ended || now >= seconds) return served;
    now = ended.ends;
    queue.release(ended.key, ended.ends - ended.began);
    served.set(ended.workspace, (served.get(ended.workspace) ?? 0) + ended.ends - ended.began);
  }
}

const workspaces = ['a', 'b', 'c', 'd'] as const;
const jobs = fc.array(
  fc.record({
    workspace: fc.constantFrom(...workspaces),
    seconds: fc.integer({ min: 1, max: 20 }),
    estimate: fc.integer({ min: 1, max: 20 }),
    priority: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 200 },
);

describe('the fair queue', () => {
  it('runs everything once, in whatever order it came', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 5 }), (given, places) => {
        const queue = new FairQueue<number>({ places, reserve: Math.min(1, places - 1), shareOf: () => EQUAL });
        for (const [index, job] of given.entries()) {
          queue.add({
            key: String(index),
            workspace: job.workspace,
            cost: job.estimate,
            priority: job.priority,
            value: job.seconds,
          });
        }
        const served = simulate(queue, places, Infinity);
        for (const workspace of workspaces) {
          const all = given.filter((job) => job.workspace === workspace).reduce((sum, job) => sum + job.seconds, 0);
          expect(served.get(workspace) ?? 0).toBe(all);
        }
        expect(queue.counts()).toEqual({ waiting: 0, running: 0 });
      }),
    );
  });

  it('gives workspaces that always wait time by their weights, whatever was estimated', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), { minLength: 1 }),
        (heavy, light, sizes) => {
          const queue = new FairQueue<number>({
            places: 1,
            reserve: 0,
            shareOf: shared({ a: { weight: heavy }, b: { weight: light } }),
          });
          for (let index = 0; index < 400; index += 1) {
            const [seconds, cost] = sizes[index % sizes.length]!;
            queue.add({ key: `a${index}`, workspace: 'a', cost, value: seconds });
            queue.add({ key: `b${index}`, workspace: 'b', cost, value: seconds });
          }
          const served = simulate(queue, 1, 300);
          const normalised = (served.get('a') ?? 0) / heavy - (served.get('b') ?? 0) / light;
          // The bound of start-time fair queueing: one item of each, by weight, and the one that is being corrected.
          expect(Math.abs(normalised)).toBeLessThanOrEqual(2 * (9 / heavy + 9 / light));
        },
      ),
    );
  });

  it('serves a workspace that had nothing to run before the next item of a long queue', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 300 }), (places, ahead) => {
        const queue = new FairQueue<number>({ places, shareOf: () => EQUAL });
        for (let index = 0; index < 1000; index += 1) queue.add({ key: `long${index}`, workspace: 'long', value: 1 });
        let served = 0;
        for (let item = queue.next(); item && served < ahead; item = queue.next(), served += 1) queue.release(item.key);
        while (queue.next()) served += 1;
        queue.add({ key: 'one', workspace: 'idle', value: 1 });
        // The reserve is free, so it runs at once.
        expect(queue.next()?.key).toBe('one');
      }),
    );
  });

  it('lets nobody save up time while idle', () => {
    const queue = new FairQueue<number>({ places: 1, reserve: 0, shareOf: () => EQUAL });
    for (let index = 0; index < 100; index += 1) queue.add({ key: `a${index}`, workspace: 'a', value: 1 });
    for (let index = 0; index < 50; index += 1) queue.release(queue.next()!.key);
    for (let index = 0; index < 50; index += 1) queue.add({ key: `b${index}`, workspace: 'b', value: 1 });
    const order: string[] = [];
    for (let item = queue.next(); item && order.length < 20; item = queue.next()) {
      order.push(item.workspace);
      queue.release(item.key);
    }
    expect(order.filter((workspace) => workspace === 'b').length).toBeLessThanOrEqual(11);
  });

  it('keeps a debt over a moment of idleness while others wait', () => {
    const queue = new FairQueue<number>({ places: 1, reserve: 0, shareOf: () => EQUAL });
    for (let index = 0; index < 20; index += 1) queue.add({ key: `b${index}`, workspace: 'b', value: 1 });
    queue.add({ key: 'a0', workspace: 'a', value: 1 });
    for (let item = queue.next(); item?.workspace === 'b'; item = queue.next()) queue.release(item.key);
    queue.release('a0', 10);
    queue.add({ key: 'a1', workspace: 'a', value: 1 });
    const order: string[] = [];
    for (let item = queue.next(); item; item = queue.next()) {
      order.push(item.workspace);
      queue.release(item.key);
    }
    expect(order.indexOf('a')).toBeGreaterThanOrEqual(8);
  });

  it('never lets a workspace have its last places while the reserve would go', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 3 }), (places, reserve) => {
        const queue = new FairQueue<number>({ places, reserve, shareOf: () => EQUAL });
        for (let index = 0; index < 20; index += 1) queue.add({ key: `a${index}`, workspace: 'a', value: 1 });
        let running = 0;
        while (queue.next()) running += 1;
        expect(running).toBe(Math.max(1, places - reserve));
      }),
    );
  });

  it('holds a workspace to its maximum, and serves none that is suspended until it goes on', () => {
    const shares: Record<string, Share> = { a: { weight: 1, maxRunning: 2 }, b: { weight: 1, suspended: true } };
    const queue = new FairQueue<number>({ places: 10, shareOf: shared(shares) });
    for (let index = 0; index < 5; index += 1) {
      queue.add({ key: `a${index}`, workspace: 'a', value: 1 });
      queue.add({ key: `b${index}`, workspace: 'b', value: 1 });
    }
    expect([queue.next()?.key, queue.next()?.key, queue.next()]).toEqual(['a0', 'a1', undefined]);
    shares['b'] = { weight: 1 };
    expect(queue.next()?.key).toBe('b0');
    queue.release('a0');
    shares['a'] = { weight: 1, maxRunning: 1 };
    queue.remove('b1');
    expect(queue.next()?.key).toBe('b2');
    expect(queue.counts('a')).toEqual({ waiting: 3, running: 1 });
  });

  it('lets what has begun in a suspended workspace go on, and begins nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.boolean()), { maxLength: 40 }),
        fc.integer({ min: 0, max: 10 }),
        (items, before) => {
          const shares: Record<string, Share> = { a: { weight: 1 } };
          const queue = new FairQueue<string>({ places: 50, reserve: 0, shareOf: shared(shares) });
          const allowed = new Set<string>();
          for (const [index, [group, begun]] of items.entries()) {
            queue.add({ key: String(index), workspace: 'a', group, begun, value: group });
            if (begun) allowed.add(group);
          }
          for (let served = 0; served < before; served += 1) {
            const item = queue.next();
            if (item) allowed.add(item.value);
          }
          shares['a'] = { weight: 1, suspended: true };
          for (let item = queue.next(); item; item = queue.next()) expect(allowed).toContain(item.value);
          const left = items.filter(([group]) => !allowed.has(group)).length;
          expect(queue.counts()).toEqual({ waiting: left, running: items.length - left });
          shares['a'] = { weight: 1 };
          while (queue.next());
          expect(queue.counts().waiting).toBe(0);
        },
      ),
    );
  });

  it('lets others go ahead of what is not ready, which keeps its turn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 50 }), (places, ahead) => {
        const queue = new FairQueue<number>({ places, reserve: 0, shareOf: () => EQUAL });
        queue.add({ key: 'late', workspace: 'late', value: 1 });
        const ready = ({ workspace }: { readonly workspace: string }): boolean => workspace !== 'late';
        for (let index = 0; index < ahead; index += 1) {
          queue.add({ key: `other${index}`, workspace: `w${index % 3}`, value: 1 });
          expect(queue.next(ready)?.key).toBe(`other${index}`);
          expect(queue.next(ready)).toBeUndefined();
          queue.add({ key: `more${index}`, workspace: `w${index % 3}`, value: 1 });
          queue.release(`other${index}`);
          queue.remove(`more${index}`);
        }
        for (const workspace of workspaces) queue.add({ key: workspace, workspace, value: 1 });
        expect(queue.next()?.key).toBe('late');
      }),
    );
  });

  it('says how much of what waits it would let run', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 6 }), (given, places, started) => {
        const shareOf = shared({ a: { weight: 1, maxRunning: 2 }, b: { weight: 1, suspended: true } });
        const queue = new FairQueue<number>({ places, reserve: Math.min(1, places - 1), shareOf });
        for (const [index, { workspace }] of given.entries()) queue.add({ key: String(index), workspace, value: 1 });
        for (let index = 0; index < started; index += 1) queue.next();
        const demand = queue.demand();
        expect(queue.demand(() => 0)).toBe(0);
        expect(queue.demand(() => 1)).toBe(
          workspaces.filter((one) => queue.demand((other) => +(other === one))).length,
        );
        let more = 0;
        while (queue.next()) more += 1;
        expect(demand).toBeGreaterThanOrEqual(more);
        // One at least of each workspace that has none, even if no place is free.
        expect(demand).toBeLessThanOrEqual(more + workspaces.length * places);
        if (queue.counts().waiting === 0) expect(demand).toBe(more);
      }),
    );
  });

  it('counts what runs already when it takes over', () => {
    const queue = new FairQueue<number>({
      places: 3,
      reserve: 0,
      shareOf: shared({ a: { weight: 1, maxRunning: 2 } }),
    });
    expect(queue.occupy({ key: 'a1', workspace: 'a', group: 'x', value: 1 })).toBe(true);
    expect(queue.occupy({ key: 'a1', workspace: 'a', group: 'x', value: 1 })).toBe(false);
    for (const key of ['a2', 'a3', 'a4']) queue.add({ key, workspace: 'a', group: 'x', value: 1 });
    expect([queue.next()?.key, queue.next()]).toEqual(['a2', undefined]);
    queue.release('a1');
    expect(queue.next()?.key).toBe('a3');
  });

  it('goes by priority within a workspace, and by arrival within a priority', () => {
    const queue = new FairQueue<number>({ places: 1, shareOf: () => EQUAL });
    queue.add({ key: 'convert 1', workspace: 'a', priority: 1, value: 1 });
    queue.add({ key: 'convert 2', workspace: 'a', priority: 1, value: 1 });
    queue.add({ key: 'probe', workspace: 'a', value: 1 });
    const order: string[] = [];
    for (let item = queue.next(); item; item = queue.next()) {
      order.push(item.key);
      queue.release(item.key);
    }
    expect(order).toEqual(['probe', 'convert 1', 'convert 2']);
  });

  it('lets the groups of a workspace take turns', () => {
    const queue = new FairQueue<number>({ places: 1, shareOf: () => EQUAL });
    for (const key of ['long 1', 'long 2', 'long 3']) queue.add({ key, group: 'long', workspace: 'a', value: 1 });
    queue.add({ key: 'short', group: 'short', workspace: 'a', value: 1 });
    queue.remove('long 2');
    const order: string[] = [];
    for (let item = queue.next(); item; item = queue.next()) {
      order.push(item.key);
      queue.release(item.key);
    }
    expect(order).toEqual(['long 1', 'short', 'long 3']);
  });

  it('takes a key once while it waits or runs, and anew when it is released or removed', () => {
    const queue = new FairQueue<number>({ places: 1, shareOf: () => EQUAL });
    const item = { key: 'x', workspace: 'a', value: 1 };
    expect([queue.add(item), queue.add(item)]).toEqual([true, false]);
    queue.next();
    expect(queue.add(item)).toBe(false);
    queue.release('x');
    queue.release('x');
    expect(queue.add(item)).toBe(true);
    expect([queue.remove('x'), queue.remove('x')]).toEqual([true, false]);
    expect(queue.workspaces()).toEqual([]);
    expect(queue.counts()).toEqual({ waiting: 0, running: 0 });
  });
});
