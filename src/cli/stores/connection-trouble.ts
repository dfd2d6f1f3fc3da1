import type { SettingNames } from './setting-names.ts';

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const NOT_TLS = new Set(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER']);

/** A sentence on a server whose certificate or protocol is not as it was set; undefined for any other error. */
export function connectionTrouble(
  server: { readonly name: string; readonly address: string },
  error: Error,
  { certificates }: SettingNames,
): string | undefined {
  const { name, address } = server;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (UNTRUSTED.has(code)) return `The certificate of ${name} is not trusted: ${error.message}. Set ${certificates}.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${name} is that of another server: ${error.message}. Set ${address} to a name that it has.`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `The certificate of ${name} is not valid now: ${error.message}.`;
  if (NOT_TLS.has(code)) return `The port of ${name} does not use TLS, as ${address} says that it does.`;
  return undefined;
}
