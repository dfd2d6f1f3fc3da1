import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBacklog } from '../../src/controller/backlog.ts';

it('admits an equal part for each workspace, and at least some', () => {
  const backlog = createBacklog({ most: 10, least: 3, next: () => undefined });
  const admitted = (workspace: string, count: number): number =>
    Array.from({ length: count }, (_, n) => backlog.admit(`${workspace}${n}`, workspace)).filter(Boolean).length;
  expect(admitted('a', 20)).toBe(10);
  expect(admitted('b', 20)).toBe(5);
  expect(admitted('c', 20)).toBe(3);
  expect(admitted('d', 20)).toBe(3);
  expect(admitted('e', 1)).toBe(1);
});

it('names what waits longest when a job leaves', () => {
  const named: string[] = [];
  const backlog = createBacklog({ most: 2, least: 1, next: (name) => named.push(name) });
  for (const name of ['one', 'two', 'three', 'four', 'five', 'three']) backlog.admit(name, 'a');
  backlog.leave('four');
  expect(named).toEqual([]);
  backlog.leave('two');
  backlog.leave('one');
  expect(named).toEqual(['three', 'five']);
  expect(backlog.admit('six', 'a')).toBe(false);
});

it('forgets no job, whatever comes and goes', () => {
  const step = fc.record({
    workspace: fc.integer({ min: 0, max: 3 }),
    job: fc.integer({ min: 0, max: 12 }),
    comes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const [there, seen] = [new Set<string>(), new Set<string>()];
      const backlog = createBacklog({ most: 6, least: 2, next: (name) => seen.add(name) });
      for (const { workspace, job, comes } of steps) {
        const name = `${workspace}-${job}`;
        if (comes) {
          there.add(name);
          if (backlog.admit(name, String(workspace))) seen.add(name);
        } else {
          there.delete(name);
          seen.delete(name);
          backlog.leave(name);
        }
      }
      // Each that was looked at leaves, until nothing is left: all have been looked at.
      for (const name of seen) {
        there.delete(name);
        backlog.leave(name);
      }
      expect([...there]).toEqual([]);
    }),
  );
});
