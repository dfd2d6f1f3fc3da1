import type { StoredQuote } from '../records/types.ts';
import type { ApiDeps } from './deps.ts';
import { Problem } from './problem.ts';
import { presentQuote } from './quotes/present.ts';

/** The answer 402: the workspace lacks credits. The quote is attached when one was saved. */
export function paymentRequired(
  deps: Pick<ApiDeps, 'settings'>,
  requiredCredits: number,
  availableCredits: number,
  quote: StoredQuote | undefined,
): Problem {
  const message = `The conversion needs ${requiredCredits} ${requiredCredits === 1 ? 'credit' : 'credits'}, but ${availableCredits} ${availableCredits === 1 ? 'is' : 'are'} available.`;
  return new Problem(402, 'insufficient_credits', message, {
    details: {
      ...(quote ? { quote: presentQuote(quote) } : {}),
      topUpPath: deps.settings.topUpPath,
      requiredCredits,
      availableCredits,
    },
  });
}
