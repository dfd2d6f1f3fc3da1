import type { StoredQuote } from '../../records/types.ts';
import type { Answer } from '../schema/all.ts';

export function presentQuote(quote: StoredQuote): Answer<'Quote'> {
  const {
    id,
    operation,
    capabilityVersion,
    estimatedUsage,
    estimatedCredits,
    maximumCredits,
    priceVersion,
    expiresAt,
    createdAt,
  } = quote;
  return {
    id,
    operation,
    capabilityVersion,
    estimatedUsage,
    estimatedCredits,
    maximumCredits,
    priceVersion,
    expiresAt,
    createdAt,
  };
}
