/** Names of the stores' settings in messages: values of the chart, or variables of the environment. */
export interface SettingNames {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string;
  /** Settings that lead to the store and its bucket. */
  readonly store: string;
  readonly bucketPrefix: string;
  readonly redisPrefix: string;
  readonly redis: string;
  /** Settings that lead to Redis. */
  readonly ledger: string;
  readonly certificates: string;
  readonly giveCredentials: string;
}

export const CHART_VALUES: SettingNames = {
  bucket: 's3.bucket',
  region: 's3.region',
  endpoint: 's3.endpoint',
  store: 's3.endpoint, s3.createBucket and networkPolicy.s3',
  bucketPrefix: 's3.prefix',
  redisPrefix: 'redis.prefix',
  redis: 'redis.url',
  ledger: 'redis.url and networkPolicy.redis',
  certificates: 'caBundle',
  giveCredentials: 'Set s3.existingSecret, or give the service account a role.',
};

export const VARIABLES: SettingNames = {
  bucket: 'S3_BUCKET',
  region: 'S3_REGION',
  endpoint: 'S3_ENDPOINT',
  store: 'S3_ENDPOINT and S3_CREATE_BUCKET',
  bucketPrefix: 'S3_PREFIX',
  redisPrefix: 'REDIS_PREFIX',
  redis: 'REDIS_URL',
  ledger: 'REDIS_URL',
  certificates: 'NODE_EXTRA_CA_CERTS to its file',
  giveCredentials: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
};
