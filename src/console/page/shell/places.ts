import { addressOfQuery } from '../routes.ts';
import { state, watch } from '../state.ts';

let last = '#/';
watch(['route'], () => {
  const { route } = state();
  if (route.name === 'jobs') last = addressOfQuery(route.query);
});

/** The address of the list as it was looked at last, with its search and order. */
export const lastList = (): string => last;
