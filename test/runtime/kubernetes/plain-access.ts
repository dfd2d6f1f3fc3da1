import type { Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ApiServerAccess } from '../../../src/runtime/kubernetes/api/access.ts';

/** Access to a server of a test, which asks for no credentials. */
export function plainAccess(server: Server): ApiServerAccess {
  const credentials = { tls: {}, headers: {} };
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: () => Promise.resolve(credentials),
  };
}
