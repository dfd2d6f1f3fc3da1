/** What messages call the settings of the stores: values of the chart, or variables of the environment. */
export interface SettingNames {
  readonly bucket: string;
  /** What leads to the store and its bucket. */
  readonly store: string;
  readonly bucketPrefix: string;
  readonly redisPrefix: string;
  readonly certificates: string;
  readonly giveCredentials: string;
}

export const CHART_VALUES: SettingNames = {
  bucket: 's3.bucket',
  store: 's3.endpoint, s3.createBucket and networkPolicy.s3',
  bucketPrefix: 's3.prefix',
  redisPrefix: 'redis.prefix',
  certificates: 'caBundle',
  giveCredentials: 'Set s3.existingSecret, or give the service account a role.',
};

export const VARIABLES: SettingNames = {
  bucket: 'S3_BUCKET',
  store: 'S3_ENDPOINT and S3_CREATE_BUCKET',
  bucketPrefix: 'S3_PREFIX',
  redisPrefix: 'REDIS_PREFIX',
  certificates: 'NODE_EXTRA_CA_CERTS to its file',
  giveCredentials: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
};
