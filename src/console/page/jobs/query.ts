import { addressOfQuery, type Query } from '../routes.ts';
import { update } from '../state.ts';
import { soon } from './refresh.ts';

/** Shows other jobs. The address follows, without an entry in the history for each letter of a search. */
export function setQuery(query: Query): void {
  history.replaceState(null, '', addressOfQuery(query));
  update({ route: { name: 'jobs', query }, listed: false, selected: new Set() });
  soon();
}
