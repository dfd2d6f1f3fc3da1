import { WrongSetting } from '../settings.ts';

/** The variables `S3_…`. */
export interface BucketSettings {
  readonly endpoint: string | undefined;
  readonly publicEndpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** A folder of the bucket, with a slash at its end, or ''. */
  readonly prefix: string;
  readonly createBucket: boolean;
}

/** A folder of the bucket, with a slash at its end. */
export function readPrefix(text: string | undefined): string {
  if (!text) return '';
  const prefix = text.endsWith('/') ? text : `${text}/`;
  if (!/^([A-Za-z0-9_=-][A-Za-z0-9._=-]*\/)+$/.test(prefix))
    throw new WrongSetting(`S3_PREFIX is not a folder of a bucket: ${text}`);
  return prefix;
}

export const addressOf = ({ bucket, prefix }: BucketSettings): string =>
  prefix === '' ? `The bucket ${bucket}` : `The folder ${prefix} of the bucket ${bucket}`;
