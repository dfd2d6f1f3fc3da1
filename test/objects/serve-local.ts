import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localObjects } from '../../src/objects/local.ts';
import { serveSigned } from '../../src/objects/serve.ts';
import type { Audience, ServedObjects } from '../../src/objects/objects.ts';
import type { UrlSettings } from '../../src/objects/signed-url.ts';

export interface ServedStore {
  readonly folder: string;
  readonly objects: ServedObjects;
  readonly base: string;
  readonly close: () => Promise<void>;
}

export const SECRET = 'a secret of this test, long enough';

interface ServeOptions {
  readonly now?: () => Date;
  readonly audience?: Audience;
  /** The store; a local one in the folder unless told otherwise. */
  readonly open?: (folder: string, urls: UrlSettings) => ServedObjects;
}

/** A store whose addresses a real server answers on a free port. */
export async function serveLocal(options: ServeOptions = {}): Promise<ServedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'));
  const now = options.now ?? (() => new Date());
  let base = '';
  const open = options.open ?? ((in_, urls) => localObjects({ folder: in_, ...urls }));
  const objects = open(folder, { secret: SECRET, publicBase: () => base, internalBase: '', now });
  const server: Server = createServer((request, response) => {
    serveSigned({ objects, secret: SECRET, audience: options.audience ?? 'public', now }, request, response).catch(
      (error: unknown) => {
        response.statusCode = 503;
        response.end(String(error));
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    folder,
    objects,
    base,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
