import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PodPlaces } from '../../../../src/runtime/kubernetes/launches/pod-places.ts';
import type { Share } from '../../../../src/scheduling/fair-queue.ts';

const EQUAL: Share = { weight: 1 };
const demand = (workspace: string, jobId: string, pods: number) => ({ workspace, jobId, pods, begun: false });

describe('places for pods', () => {
  it('are never more than the total, and all but the reserve in use while something waits', () => {
    const launches = fc.array(
      fc.record({ workspace: fc.constantFrom('a', 'b', 'c'), pods: fc.integer({ min: 1, max: 40 }) }),
      { minLength: 1, maxLength: 30 },
    );
    const left = fc.array(fc.nat(40), { maxLength: 60 });
    fc.assert(
      fc.property(launches, left, fc.integer({ min: 1, max: 50 }), (given, ends, maxPods) => {
        let now = 0;
        const places = new PodPlaces({ maxPods, shareOf: () => EQUAL, now: () => now });
        const names = given.map((_, index) => `launch-${index}`);
        const running = (): number => names.reduce((sum, name) => sum + places.podsOf(name), 0);
        const check = (): void => {
          places.serve();
          expect(running()).toBe(places.counts().running);
          expect(running()).toBeLessThanOrEqual(maxPods);
          const reserve = maxPods > 1 ? Math.max(1, Math.floor(maxPods / 8)) : 0;
          if (places.counts().waiting > 0) expect(running()).toBeGreaterThanOrEqual(maxPods - reserve);
        };
        for (const [index, { workspace, pods }] of given.entries())
          places.add(names[index]!, demand(workspace, names[index]!, pods));
        check();
        for (const [index, rest] of ends.entries()) {
          now += 1000;
          const name = names[index % names.length]!;
          if (rest === 0) places.remove(name);
          else places.shrink(name, rest);
          expect(places.podsOf(name)).toBeLessThanOrEqual(rest);
          check();
        }
        for (const name of names) places.remove(name);
        expect(places.counts()).toEqual({ waiting: 0, running: 0 });
      }),
    );
  });

  it('give a large document what is free, and a small one of another workspace a place at once', () => {
    const places = new PodPlaces({ maxPods: 16, shareOf: () => EQUAL, now: () => 0 });
    places.add('large', demand('a', 'large', 100));
    expect([...places.serve()]).toEqual(['large']);
    expect(places.podsOf('large')).toBe(14);
    places.add('small', demand('b', 'small', 1));
    expect([...places.serve()]).toEqual(['small']);
    places.shrink('large', 20);
    expect(places.counts('a')).toEqual({ waiting: 6, running: 14 });
    places.shrink('large', 3);
    expect(places.counts('a')).toEqual({ waiting: 0, running: 3 });
  });

  it('let jobs of one workspace take turns', () => {
    const places = new PodPlaces({ maxPods: 6, shareOf: () => ({ weight: 1, maxRunning: 4 }), now: () => 0 });
    places.add('one', demand('a', 'one', 50));
    places.add('two', demand('a', 'two', 50));
    places.serve();
    expect([places.podsOf('one'), places.podsOf('two')]).toEqual([2, 2]);
  });

  it('count what runs already when another process takes over', () => {
    const places = new PodPlaces({ maxPods: 4, shareOf: () => EQUAL, now: () => 0 });
    places.add('old', { ...demand('a', 'old', 8), begun: true }, 3);
    places.add('new', demand('b', 'new', 2));
    places.serve();
    expect([places.podsOf('old'), places.podsOf('new')]).toEqual([3, 1]);
  });
});
