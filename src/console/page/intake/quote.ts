import { call, Refusal, type Quote, type Source } from '../client.ts';
import { counted } from '../dom.ts';
import { state } from '../state.ts';

/** How long a document may be read before it is offered without its price. */
const QUOTE_MS = 60_000;

/** How many pages a document has, and what they cost where that is of interest. */
export async function quoteText(source: Source, until = performance.now() + QUOTE_MS): Promise<string> {
  const priced = state().session?.credits !== undefined;
  try {
    const quote = await call<Quote>('POST', '/api/v1/quotes', { source });
    const pages = quote.estimatedUsage.discoveredPages;
    const parts = [
      ...(pages === undefined ? [] : [counted(pages, 'page')]),
      ...(priced ? [`up to ${counted(quote.maximumCredits, 'credit')}`] : []),
    ];
    return parts.join(', ') || 'Ready';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.body['code'] === 'size_unknown') return priced ? 'Priced after download' : 'Ready';
    if (error.status === 402) return error.message;
    // The service is still reading the document, and keeps what it finds.
    if (error.status !== 503) throw error;
    if (performance.now() > until) return priced ? 'Priced when it is converted' : 'Ready';
    await new Promise((done) => {
      setTimeout(done, 1000);
    });
    return quoteText(source, until);
  }
}
