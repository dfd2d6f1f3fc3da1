import { localObjects } from '../../src/objects/local.ts';
import { objectsContract } from '../contract/objects.contract.ts';
import { SECRET, serveLocal } from './serve-local.ts';

objectsContract('a data folder', async () => {
  const store = await serveLocal();
  return {
    objects: store.objects,
    other: localObjects({ folder: store.folder, secret: SECRET, publicBase: () => store.base, internalBase: '' }),
    reach: (url) => url,
    close: store.close,
  };
});
