import type { Router } from '@koa/router';
import { VERSION } from '../version.ts';

/** Both docling-serve (JSON) and Tika (text) have this address. */
export function mountVersion(router: Router): void {
  router.get('/version', (ctx) => {
    ctx.vary('Accept');
    ctx.body = ctx.accepts('json', 'text') === 'text' ? `Scriptorium ${VERSION}` : { scriptorium: VERSION };
  });
}
