import type { Router } from '@koa/router';
import { readJson } from '../middleware/json-body.ts';
import { unauthorized } from '../problem.ts';
import { bodyReader } from '../schema/body-reader.ts';
import { closed } from '../schema/json-schema.ts';
import { isOfThisMachine, isSameOrigin } from './same-machine.ts';

/** How browsers get a key of a service on a single machine without typing one. */
export interface ConsoleSignIn {
  /** Whether a browser on this machine needs nothing more. */
  readonly open: boolean;
  /** Whether this is the token of a sign-in link; once. */
  redeem(token: string): boolean;
  /** A key of the console. */
  key(): Promise<string>;
}

const readSignIn = bodyReader(closed('', { token: { type: 'string', maxLength: 100 } }, []));

/** Gives the page of the console a key: for the token of a sign-in link, or because it is open on this machine. */
export function mountSignIn(router: Router, signIn: ConsoleSignIn | undefined): void {
  router.post('/console/api/sign-in', async (ctx) => {
    const { token } = readSignIn((await readJson(ctx)) ?? {});
    const good =
      isSameOrigin(ctx.req) &&
      signIn !== undefined &&
      (token === undefined ? signIn.open && (await isOfThisMachine(ctx.req)) : signIn.redeem(token));
    if (!good)
      throw unauthorized(
        token === undefined
          ? 'An API key is required.'
          : 'The sign-in link is no longer valid. It works once, until the service ends.',
      );
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { key: await signIn.key() };
  });
}
