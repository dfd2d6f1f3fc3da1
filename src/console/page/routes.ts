export const SORTS = ['created', 'name', 'status', 'pages', 'warnings', 'duration', 'credits'] as const;
export type Sort = (typeof SORTS)[number];

/** Which jobs the list shows, and in which order. */
export interface Query {
  readonly search: string;
  /** A status, `active` for those that have not finished, or empty for all but expired ones. */
  readonly status: string;
  readonly sort: Sort;
  readonly ascending: boolean;
}

export const NEWEST: Query = { search: '', status: '', sort: 'created', ascending: false };

/** The view that the address of the page asks for. */
export type Route =
  | { readonly name: 'jobs'; readonly query: Query }
  | { readonly name: 'job'; readonly id: string }
  | { readonly name: 'account' }
  | { readonly name: 'credits' }
  | { readonly name: 'unknown'; readonly address: string };

/** Reads the fragment of an address. */
export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const job = /^jobs\/([\w.-]+)$/.exec(path)?.[1];
  if (job !== undefined) return { name: 'job', id: job };
  if (path === '' || path === 'jobs') return { name: 'jobs', query: readQuery(new URLSearchParams(search)) };
  if (path === 'account' || path === 'credits') return { name: path };
  return { name: 'unknown', address: hash };
}

function readQuery(text: URLSearchParams): Query {
  return {
    search: text.get('search') ?? '',
    status: text.get('status') ?? '',
    sort: SORTS.find((sort) => sort === text.get('sort')) ?? NEWEST.sort,
    ascending: text.get('order') === 'ascending',
  };
}

/** The fragment that shows these jobs; what is the default is left out. */
export function addressOfQuery({ search, status, sort, ascending }: Query): string {
  const text = new URLSearchParams({
    ...(search && { search }),
    ...(status && { status }),
    ...(sort !== NEWEST.sort && { sort }),
    ...(ascending && { order: 'ascending' }),
  }).toString();
  return text === '' ? '#/' : `#/jobs?${text}`;
}

/** The fragment that a job has as its address in the console. */
export const addressOf = (jobId: string): string => `#/jobs/${jobId}`;
