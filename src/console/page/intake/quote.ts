import { call, Refusal, type Quote, type Source } from '../client.ts';
import { counted } from '../dom.ts';
import { state } from '../state.ts';

/** How long a document may be read before it is offered without its price. */
const QUOTE_MS = 60_000;
const RETRY_MS = 1000;

/** How many pages a document has, and what they cost where that is of interest. */
export async function quoteText(source: Source, until = performance.now() + QUOTE_MS): Promise<string> {
  const isPriced = state().session?.credits !== undefined;
  try {
    return describeQuote(await call<Quote>('POST', '/api/v1/quotes', { source }), isPriced);
  } catch (error) {
    const text = withoutQuote(error, isPriced);
    if (text !== undefined) return text;
    // The service is still reading the document, and keeps what it finds.
    if (performance.now() > until) return isPriced ? 'Priced when it is converted' : 'Ready';
    await new Promise((done) => {
      setTimeout(done, RETRY_MS);
    });
    return quoteText(source, until);
  }
}

function describeQuote({ estimatedUsage, maximumCredits }: Quote, isPriced: boolean): string {
  const pages = estimatedUsage.discoveredPages;
  const parts = [
    ...(pages === undefined ? [] : [counted(pages, 'page')]),
    ...(isPriced ? [`up to ${counted(maximumCredits, 'credit')}`] : []),
  ];
  return parts.join(', ') || 'Ready';
}

/**
 * The sentence in place of a quote; undefined where asking again may give one. Throws errors that are not for a person.
 */
function withoutQuote(error: unknown, isPriced: boolean): string | undefined {
  if (!(error instanceof Refusal)) throw error;
  if (error.body['code'] === 'size_unknown') return isPriced ? 'Priced after download' : 'Ready';
  if (error.status === 402) return error.message;
  if (error.status !== 503) throw error;
  return undefined;
}
