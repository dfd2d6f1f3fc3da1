import { describe, expect, it } from 'vitest';
import type { JobState } from '../../src/resource/choices.ts';
import {
  hasEnded,
  PHASES,
  stateAfter,
  TRANSITIONS,
  type LifeState,
  type Transition,
} from '../../src/resource/lifecycle.ts';

const STATES = Object.keys(TRANSITIONS) as LifeState[];
const ALL = [...new Set(STATES.flatMap((state) => Object.keys(TRANSITIONS[state])))] as Transition[];

describe('the life of a job', () => {
  it('reaches every state from none, and every state but a removed or expired job leads on', () => {
    const reached = new Set<LifeState>(['gone']);
    for (const state of reached)
      for (const transition of ALL) {
        const next = stateAfter(state, transition);
        if (next) reached.add(next);
      }
    expect([...reached].sort()).toEqual([...STATES].sort());
    expect(STATES.filter((state) => ALL.every((transition) => stateAfter(state, transition) === undefined))).toEqual([
      'expired',
    ]);
  });

  it('ends once: no transition leads from an ended job back to one with an intent', () => {
    expect(ALL.map((transition) => stateAfter('ended', transition)).filter(Boolean)).toEqual(['expired']);
    expect(stateAfter('dropped', 'end')).toBeUndefined();
    expect(stateAfter('accepted', 'refuse')).toBeUndefined();
  });

  it('shows each state of the interface in a phase, and has ended in the terminal ones', () => {
    const shown = [...new Set(Object.values(PHASES).map(({ state }) => state))];
    const ended: JobState[] = ['succeeded', 'failed', 'canceled', 'expired'];
    const unfinished: JobState[] = ['queued', 'running', 'input_required'];
    expect(shown.sort()).toEqual([...ended, ...unfinished].sort());
    for (const state of ended) expect(hasEnded({ status: { state } })).toBe(true);
    for (const state of unfinished) expect(hasEnded({ status: { state } })).toBe(false);
    expect(hasEnded({})).toBe(false);
  });
});
