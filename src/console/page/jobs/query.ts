import { addressOfQuery, type Query } from '../routes.ts';
import { show } from '../shell/places.ts';
import { refreshNow } from './refresh.ts';

/** Shows other jobs. The address follows, without an entry in the history for each letter of a search. */
export function setQuery(query: Query): void {
  history.replaceState(null, '', addressOfQuery(query));
  show({ name: 'jobs', query }, { listed: false, selected: new Set() });
  refreshNow();
}
