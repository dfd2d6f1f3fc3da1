import type { StoredQuote } from '../../records/types.ts';

export function presentQuote(quote: StoredQuote): Record<string, unknown> {
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
