/** Where the service's own operations live, beside those of the interface at `/api/v1`. */
export const ownPath = (path: string): string => `/api/scriptorium/v1${path}`;
