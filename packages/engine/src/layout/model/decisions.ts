import { channel } from 'node:diagnostics_channel';
import type { Rect } from './raw-page.ts';

/** What a step decided about a place on the page, and why. */
export interface Decision {
  /** What was asked: `paragraph`, `table`, `columns`, … */
  readonly question: string;
  readonly answer: string;
  /** The name of the check that decided. */
  readonly reason: string;
  readonly box: Rect;
}

/** Decisions are published here for whoever wants them explained (`scripts/explain-layout.ts`). */
export const DECISIONS = 'scriptorium:layout';

const decisions = channel(DECISIONS);

/** Costs nothing while nobody listens. `place` is asked only then, and `reason` where it has to be found. */
export function explain(question: string, answer: string, reason: string | (() => string), place: () => Rect): void {
  if (!decisions.hasSubscribers) return;
  const why = typeof reason === 'string' ? reason : reason();
  decisions.publish({ question, answer, reason: why, box: place() } satisfies Decision);
}

/** A check by name. It answers, or returns nothing and leaves the answer to the checks after it. */
export type Check<Subject, Answer> = readonly [reason: string, decide: (subject: Subject) => Answer | undefined];

export interface Verdict<Answer> {
  readonly answer: Answer;
  readonly reason: string;
}

/** The answer of the first check that has one. */
export function firstVerdict<Subject, Answer>(
  checks: readonly Check<Subject, Answer>[],
  subject: Subject,
  otherwise: Verdict<Answer>,
): Verdict<Answer> {
  for (const [reason, decide] of checks) {
    const answer = decide(subject);
    if (answer !== undefined) return { answer, reason };
  }
  return otherwise;
}

/** A condition by name that rules something out. */
export type Objection<Subject> = readonly [reason: string, holds: (subject: Subject) => boolean];

/** The first objection that holds, by its name. */
export function objectionTo<Subject>(objections: readonly Objection<Subject>[], subject: Subject): string | undefined {
  for (const [reason, holds] of objections) if (holds(subject)) return reason;
  return undefined;
}
