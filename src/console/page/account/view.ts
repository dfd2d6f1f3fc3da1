import { attempt, make } from '../dom.ts';
import { keysSection } from './keys.ts';
import { usageSection } from './usage.ts';
import { webhooksSection } from './webhooks.ts';

/** The account of the workspace: what it used, its keys, its webhooks. Each part is filled when it was read. */
export function accountView(): HTMLElement {
  const parts = [usageSection, keysSection, webhooksSection].map((part) => {
    const place = make('section', {});
    void attempt(() => part(place));
    return place;
  });
  return make('div', { className: 'page', id: 'account' }, make('h1', {}, 'Account'), ...parts);
}
