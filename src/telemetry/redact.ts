/**
 * Secrets that may never reach a log, wherever in a line they stand: API keys, bearer tokens, the secrets of webhooks,
 * and what makes a signed address work.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/scr_live_[A-Za-z0-9]+/g, 'scr_live_[redacted]'],
  [/whsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]'],
  [/\b(bearer|basic) +[A-Za-z0-9._~+/=-]+/gi, '$1 [redacted]'],
  [/([?&](?:signature|token|X-Amz-[A-Za-z-]+)=)[^&"'\s\\]*/gi, '$1[redacted]'],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^/\s:@"]*:)[^@/\s"]+@/gi, '$1[redacted]@'],
];

export function redact(line: string): string {
  return SECRETS.reduce((text, [pattern, put]) => text.replaceAll(pattern, put), line);
}

/** Fields that are secret whatever they hold. */
export const SECRET_FIELDS: readonly string[] = [
  'secret',
  'token',
  'launchToken',
  'authorization',
  'password',
  'apiKey',
  'cookie',
  'signature',
];
