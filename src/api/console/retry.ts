import type { ConversionJobSpec } from '../../resource/conversion-job.ts';
import { PASSWORD_FIELD, REQUEST_FIELDS } from '../../resource/fields.ts';
import { passwordMark } from '../../secrets/sealed-password.ts';
import type { ApiDeps } from '../deps.ts';
import { requestHash } from '../idempotency.ts';
import { specOfRetry } from '../jobs/bulk.ts';
import { submitJob } from '../jobs/create.ts';
import type { KnownJob } from '../jobs/find.ts';
import type { Call } from '../operation.ts';
import { bodyReader } from '../schema/body-reader.ts';
import { requestSchema } from '../schema/fields.ts';
import { closed } from '../schema/json-schema.ts';

const { minLength, maxLength } = PASSWORD_FIELD;
/** With `startPage`, it goes on at this page. */
export const readRetry = bodyReader(
  closed(
    '',
    { startPage: requestSchema(REQUEST_FIELDS.startPage), password: { type: 'string', minLength, maxLength } },
    [],
  ),
);

/** Retries one job, as `retryJobs` does, with the password of its document or from another page on. */
export async function retryJob(
  deps: ApiDeps,
  call: Call,
  { base }: KnownJob,
  { startPage, password }: ReturnType<typeof readRetry>,
): Promise<KnownJob> {
  const spec: ConversionJobSpec = {
    ...specOfRetry(base.spec),
    ...(startPage === undefined ? {} : { startPage, allowPartial: true }),
  };
  const mark = password === undefined ? {} : { password: passwordMark(deps.secret, password) };
  const { known } = await submitJob(deps, call, {
    operation: 'convert',
    hash: requestHash({ retryOf: base.jobId, spec, ...mark }),
    spec,
    ...(password !== undefined && { password }),
  });
  return known;
}
