import { byId, make } from '../dom.ts';
import { icon } from '../icons.ts';
import { signOut } from '../session.ts';
import { state, watch } from '../state.ts';
import { showAddress } from './places.ts';

/** The line at the top: the workspace, its credits where they are priced, and problems below it. */
export function openHeader(): void {
  byId('add').prepend(icon('plus'));
  byId('leave').addEventListener('click', () => signOut());
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('view').focus();
  });
  watch(['problem'], ({ problem }) => {
    byId('notice').textContent = problem;
  });
  watch(['session'], ({ session }) => {
    if (!session) return;
    const { workspace, credits, topUpPath } = session;
    for (const id of ['places', 'acts']) byId(id).hidden = false;
    const held = credits && credits.held > 0 ? `, ${credits.held.toLocaleString()} held` : '';
    byId('workspace').replaceChildren(
      make('span', {}, workspace),
      ...(credits
        ? [
            make('span', { className: 'credits' }, `${credits.available.toLocaleString()} credits${held}`),
            make('a', { href: topUpPath }, 'Add credits'),
          ]
        : []),
    );
  });
  addEventListener('hashchange', () => {
    if (state().session) showAddress({ problem: '' });
  });
}
