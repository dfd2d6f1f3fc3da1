import { samplePdf } from './sample-pdf.ts';

interface Asked {
  url: string;
  body?: unknown;
}
interface Answered {
  readonly status: number;
  readonly obj?: { readonly id?: string; readonly documentId?: string; readonly uploadUrl?: string };
}
declare function SwaggerUIBundle(options: object): void;

/** What the examples' ids have after their prefix. */
const EXAMPLE = '01kbm3v7q4t2c9x5h8r6w1n0ey';
/**
 * By prefix, what was made last on this page: the examples' ids stand for it, so that they work one after the other.
 */
const made = new Map<string, string>();
const withMade = (text: string): string =>
  [...made].reduce((all, [prefix, id]) => all.replaceAll(prefix + EXAMPLE, id), text);

SwaggerUIBundle({
  url: location.pathname === '/docs/more' ? '/openapi-more.json' : '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor(request: Asked): Asked {
    request.url = withMade(request.url);
    if (typeof request.body === 'string') request.body = withMade(request.body);
    return request;
  },
  async responseInterceptor(response: Answered): Promise<Answered> {
    const { id, documentId, uploadUrl } = response.obj ?? {};
    for (const text of [id, documentId]) {
      const prefix = /^(?:doc_|job-|quote_)/.exec(text ?? '')?.[0];
      if (prefix !== undefined) made.set(prefix, text!);
    }
    // The PUT of the bytes is no operation of the interface, so it is done here.
    if (response.status === 201 && uploadUrl !== undefined)
      await fetch(uploadUrl, {
        method: 'PUT',
        body: samplePdf('Report', 'This document was created by the API reference.'),
      });
    return response;
  },
});
