import type { ConversionJobSpec, Source } from '../../resource/conversion-job.ts';
import { OUTPUTS } from '../../resource/choices.ts';
import { PASSWORD_FIELD } from '../../resource/fields.ts';
import { specOfOptions } from '../../resource/options.ts';
import { invalidRequest } from '../problem.ts';
import type { Accepted } from '../schema/all.ts';
import { typedValues, validBody } from '../schema/validate.ts';

export type ConvertOptions = Accepted<'ConvertOptions'> & { readonly password?: string };

/** The options of a query or a form; throws 400 that names the first wrong one. */
export function readOptions(
  texts: Iterable<readonly [string, string | readonly string[] | undefined]>,
): ConvertOptions {
  const options = validBody('ConvertOptions', typedValues('ConvertOptions', texts));
  const { startPage = 1, endPage = startPage } = options;
  if (endPage < startPage) throw invalidRequest(`endPage is ${endPage}, but must not be before startPage.`);
  return options;
}

/** The password of a form; throws 400 that does not repeat it. */
export function readPassword(given: readonly string[] = []): Pick<ConvertOptions, 'password'> {
  const [password, ...more] = given;
  if (more.length > 0) throw invalidRequest('password must appear only once.');
  return password === undefined ? {} : { password: checkedPassword(password) };
}

/** Throws 400 that does not repeat it. */
export function checkedPassword(password: string): string {
  const { minLength, maxLength } = PASSWORD_FIELD;
  if (password.length < minLength || password.length > maxLength)
    throw invalidRequest(`password must have ${minLength} to ${maxLength} characters.`);
  return password;
}

/** The job that these options ask for. */
export function toSpec(workspace: string, source: Source, options: Omit<ConvertOptions, 'wait'>): ConversionJobSpec {
  const { forceRefresh, allowPartial, contentHash, webhookUrl } = options;
  const outputs = OUTPUTS.filter((output) => output === options.output || options.outputs?.includes(output));
  return {
    workspace,
    source,
    capabilityVersion: '1',
    includeImages: false,
    ...specOfOptions(options),
    ...(outputs.length === 0 ? {} : { outputs }),
    ...(forceRefresh === undefined ? {} : { forceRefresh }),
    ...(allowPartial === undefined ? {} : { allowPartial }),
    ...(contentHash === undefined ? {} : { contentHash }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}
