import { Readable } from 'node:stream';
import type { Audience, Objects, ServedObjects } from './objects.ts';
import type { S3Objects } from './s3.ts';
import { urlSigner, type UrlSettings } from './signed-url.ts';

export interface RelaySettings extends UrlSettings {
  /** True where clients reach the bucket themselves: their URLs are then the store's own. */
  readonly direct: boolean;
}

/**
 * A bucket whose objects pass through the service: its converters have no network, and its clients need not know the
 * store.
 */
export function relayedObjects(bucket: S3Objects, settings: RelaySettings): ServedObjects {
  const own = urlSigner(settings);
  const signerFor = (audience: Audience): Pick<Objects, 'signGet' | 'signPut'> =>
    settings.direct && audience === 'public' ? bucket : own;
  return {
    ...bucket,
    signGet: (key, options) => signerFor(options.audience).signGet(key, options),
    signPut: (key, options) => signerFor(options.audience).signPut(key, options),
    address: settings.direct ? bucket.address : own.address,
    async openObject(key) {
      const info = await bucket.head(key);
      return (
        info && {
          info,
          stream: (range) =>
            Readable.from(
              (async function* () {
                yield* await bucket.readVersion(key, info.etag, range);
              })(),
              { objectMode: false },
            ),
          close: async () => undefined,
        }
      );
    },
  };
}
