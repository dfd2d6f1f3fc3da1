import { addressOfQuery, readRoute, type Route } from '../routes.ts';
import { state, update, type State } from '../state.ts';

/** Shows a page. */
export const show = (route: Route, changes: Partial<State> = {}): void =>
  update({ route, ...(route.name === 'jobs' && { query: route.query }), ...changes });

/** Shows the page that the address names. */
export const showAddress = (changes: Partial<State> = {}): void => show(readRoute(location.hash), changes);

/** The address of the list as it was looked at last, with its search and order. */
export const lastList = (): string => addressOfQuery(state().query);
