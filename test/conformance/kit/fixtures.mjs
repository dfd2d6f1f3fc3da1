// What many checks look at: made once, on first use.
import { once, expect } from './runner.mjs';
import { artifacts, call, documentSource, receipt, start, succeeded, upload, wait } from './client.mjs';
import { story } from './documents.mjs';

/** A finished three-page job of workspace A, with everything that hangs on it. */
export const finished = once(async () => {
  const document = story(3);
  const documentId = await upload(document);
  const created = await start({ source: documentSource(documentId) });
  const job = succeeded(await wait(created.id));
  const quote = await call('createQuote', { body: { source: documentSource(documentId) } });
  expect.status(quote, 201);
  return {
    document,
    documentId,
    created,
    job,
    artifacts: await artifacts(job.id),
    receipt: await receipt(job.id),
    quote: quote.body,
  };
});

/** The credits of one page, by a quote. */
export const pagePrice = once(async () => {
  const quote = await call('createQuote', { body: { source: documentSource(await upload(story(1))) } });
  expect.status(quote, 201);
  return quote.body.maximumCredits;
});

/** An existing id of workspace A for each operation that takes one, and one that nobody has. */
export async function targets(operation) {
  const {
    job,
    artifacts: [artifact],
    quote,
    receipt,
  } = await finished();
  const known = { getArtifact: artifact.id, getQuote: quote.id, getReceipt: receipt.id }[operation] ?? job.id;
  const unknown = known.replace(/[A-Za-z0-9]{6}(?=(_\d+)?$)/, (tail) =>
    [...tail].map((c) => (c === '0' ? '1' : '0')).join(''),
  );
  return { known, unknown };
}
