/** Credits by page, keyed on operation and capability version. */
export interface RateCard {
  readonly priceVersion: string;
  readonly tier: string;
  readonly operation: 'convert';
  readonly capabilityVersion: string;
  readonly page: number;
  readonly ocrPage: number;
  readonly cachedPage: number;
}

const RATE_CARDS: readonly RateCard[] = [
  {
    priceVersion: '2026-11-01',
    tier: 'standard',
    operation: 'convert',
    capabilityVersion: '1',
    page: 1,
    ocrPage: 1,
    cachedPage: 0,
  },
];

/** The newest card of a capability version; a hold keeps its card for life, so `priceVersion` finds an older one. */
export function rateCard(capabilityVersion: string, priceVersion?: string): RateCard | undefined {
  return RATE_CARDS.findLast(
    (card) =>
      card.capabilityVersion === capabilityVersion &&
      (priceVersion === undefined || card.priceVersion === priceVersion),
  );
}

/** Credits to hold: every page at the dearest rate that the probe cannot rule out. */
export function creditsToHold(card: RateCard, pages: number, ocrPossible: boolean): number {
  return pages * (ocrPossible ? Math.max(card.page, card.ocrPage) : card.page);
}

/** How many pages `credits` cover at the dearest rate. */
export function pagesCovered(card: RateCard, credits: number, ocrPossible: boolean): number {
  return Math.floor(credits / creditsToHold(card, 1, ocrPossible));
}

/** Credits of the work that was done; never more than what was reserved. */
export function creditsToSettle(
  card: RateCard,
  { pages, ocrPages, cached }: { readonly pages: number; readonly ocrPages: number; readonly cached: boolean },
  reserved: number,
): number {
  const due = cached ? pages * card.cachedPage : (pages - ocrPages) * card.page + ocrPages * card.ocrPage;
  return Math.min(due, reserved);
}
