import { createHmac, timingSafeEqual } from 'node:crypto';
import { checkKey } from './errors.ts';
import type { Audience, Objects } from './objects.ts';

/** The claim of a signed address of the service, valid until `expires` (seconds since the epoch). */
export interface SignedClaim {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly audience: Audience;
  readonly expires: number;
  /** GET: served as an attachment of this name and type. */
  readonly fileName?: string | undefined;
  readonly contentType?: string | undefined;
  /** PUT: the exact length, or the most it may be. */
  readonly bytes?: number | undefined;
  readonly maxBytes?: number | undefined;
}

const OBJECTS_PATH = '/objects/';

/** A path and query, `/objects/{key}?…`; each part of the claim is under the signature. */
export function signUrl(secret: string, claim: SignedClaim): string {
  const query = new URLSearchParams({ method: claim.method, expires: String(claim.expires), audience: claim.audience });
  if (claim.bytes !== undefined) query.set('bytes', String(claim.bytes));
  if (claim.maxBytes !== undefined) query.set('maxBytes', String(claim.maxBytes));
  if (claim.contentType !== undefined) query.set('contentType', claim.contentType);
  if (claim.fileName !== undefined) query.set('fileName', claim.fileName);
  query.set('signature', computeMac(secret, claim));
  return `${OBJECTS_PATH}${claim.key}?${query.toString()}`;
}

export interface UrlSettings {
  /** Signs the URLs; at least 32 random bytes, kept with the data. */
  readonly secret: string;
  /**
   * Where clients reach `/objects/…`, without a slash at the end; asked at each signing since the port may be chosen
   * late.
   */
  readonly publicBase: () => string;
  /** The same for our own workers; '' gives a path, to be asked of the API's internal socket. */
  readonly internalBase: string;
  readonly now?: () => Date;
}

/** The URLs of a store whose objects the service serves itself. */
export function urlSigner(settings: UrlSettings): Pick<Objects, 'signGet' | 'signPut' | 'address'> {
  const { secret, publicBase, internalBase } = settings;
  const base = (audience: Audience): string => (audience === 'public' ? publicBase() : internalBase);
  const sign = (claim: Omit<SignedClaim, 'expires'>, seconds: number): string => {
    const now = settings.now?.() ?? new Date();
    checkKey(claim.key);
    return base(claim.audience) + signUrl(secret, { ...claim, expires: Math.floor(now.getTime() / 1000) + seconds });
  };
  return {
    signGet: async (key, { audience, expiresInSeconds, fileName, contentType }) =>
      sign({ method: 'GET', key, audience, fileName, contentType }, expiresInSeconds),
    signPut: async (key, { audience, expiresInSeconds, bytes, maxBytes }) =>
      sign({ method: 'PUT', key, audience, bytes, maxBytes }, expiresInSeconds),
    address: (key) => `${publicBase()}${OBJECTS_PATH}${checkKey(key)}`,
  };
}

export type Verified =
  | { readonly valid: true; readonly claim: SignedClaim }
  | { readonly valid: false; readonly reason: 'not_signed' | 'expired' };

/**
 * Reads a signed address back. `url` is a request's path and query; `audience` is who the port that was asked is for.
 */
export function verifySigned(secret: string, url: string, audience: Audience, now: Date): Verified {
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const claim = path.startsWith(OBJECTS_PATH) ? parseClaim(path.slice(OBJECTS_PATH.length), query) : undefined;
  if (claim?.audience !== audience) return { valid: false, reason: 'not_signed' };
  const expected = Buffer.from(computeMac(secret, claim));
  const given = Buffer.from(query.get('signature') ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { valid: false, reason: 'not_signed' };
  return claim.expires * 1000 > now.getTime() ? { valid: true, claim } : { valid: false, reason: 'expired' };
}

/** The claim in the address; undefined if there is none. The signature is not checked yet. */
function parseClaim(key: string, query: URLSearchParams): SignedClaim | undefined {
  const method = query.get('method');
  const audience = query.get('audience');
  const expires = parseNumber(query.get('expires'));
  const bytes = parseNumber(query.get('bytes'));
  const maxBytes = parseNumber(query.get('maxBytes'));
  const contentType = query.get('contentType');
  const fileName = query.get('fileName');
  if (method !== 'GET' && method !== 'PUT') return undefined;
  if ((audience !== 'public' && audience !== 'internal') || expires === undefined) return undefined;
  return {
    method,
    key,
    audience,
    expires,
    ...(bytes === undefined ? {} : { bytes }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(contentType === null ? {} : { contentType }),
    ...(fileName === null ? {} : { fileName }),
  };
}

function computeMac(secret: string, claim: SignedClaim): string {
  const parts = [
    claim.method,
    claim.key,
    claim.audience,
    claim.expires,
    claim.bytes ?? null,
    claim.maxBytes ?? null,
    claim.contentType ?? null,
    claim.fileName ?? null,
  ];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

function parseNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
