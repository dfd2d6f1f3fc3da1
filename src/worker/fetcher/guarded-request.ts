import { lookup as resolve } from 'node:dns';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { JobFailure } from '../../failures/failure.ts';
import { isWithin, isPublicAddress } from './addresses.ts';

/** The URL, or the server behind it, is the sender's fault. */
export class FetchFailure extends Error {
  readonly failure: JobFailure;

  constructor(code: 'fetch_refused' | 'fetch_failed' | 'limit_exceeded', message: string) {
    super(message);
    this.failure = { code, message };
  }
}

const refused = (message: string): FetchFailure => new FetchFailure('fetch_refused', message);
export const failed = (message: string): FetchFailure => new FetchFailure('fetch_failed', message);

export interface GuardOptions {
  readonly allowedNets: readonly string[];
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Asks a URL of the open internet. Every resolved address is checked in the look-up of the connection itself, so what
 * was checked is what is connected to; redirects are checked the same way. Throws `FetchFailure`.
 */
export async function request(
  method: 'GET' | 'HEAD',
  address: string,
  headers: Readonly<Record<string, string>>,
  options: GuardOptions,
): Promise<{ response: IncomingMessage; url: URL }> {
  let url = parse(address);
  for (let hops = 0; ; hops++) {
    const response = await connect({ method, url, headers }, options);
    const location = response.headers.location;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return { response, url };
    response.destroy();
    if (hops === MAX_REDIRECTS) throw failed(`The URL was redirected more than ${MAX_REDIRECTS} times.`);
    url = parse(location, url);
  }
}

/**
 * Sends a body to a URL by the same rules, but goes where the URL says and nowhere else: a redirect is the answer.
 * Throws `FetchFailure`.
 */
export async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: GuardOptions,
): Promise<IncomingMessage> {
  return await connect({ method: 'POST', url: parse(address), headers, body }, options);
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw refused('The URL is invalid.');
  const url = new URL(address, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only HTTP and HTTPS URLs are allowed.');
  if (url.username !== '' || url.password !== '') throw refused('URLs with a user name or password are not allowed.');
  return url;
}

const isAllowed = (address: string, options: GuardOptions): boolean =>
  isPublicAddress(address) || isWithin(address, options.allowedNets);

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function connect({ method, url, headers, body }: Asked, options: GuardOptions): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is never looked up, so it is checked here.
  if (isIP(host) !== 0 && !isAllowed(host, options))
    throw refused('The URL resolves to an address that is not public.');
  const isTls = url.protocol === 'https:';
  return await new Promise<IncomingMessage>((done, fail) => {
    const req = (isTls ? https : http).request(
      {
        method,
        host,
        port: url.port || (isTls ? 443 : 80),
        path: url.pathname + url.search,
        headers: { 'user-agent': 'scriptorium', accept: '*/*', 'accept-encoding': 'identity', ...headers },
        agent: false,
        lookup: guardedLookup(options),
        signal: options.signal,
        ...(isTls && isIP(host) === 0 && { servername: host }),
      },
      done,
    );
    req.on('error', (error) => fail(error instanceof FetchFailure ? error : describe(error, url)));
    req.end(body);
  });
}

/** All addresses of a name must be allowed: a name that leads inside as well as outside is refused. */
const guardedLookup =
  (options: GuardOptions): LookupFunction =>
  (hostname, lookupOptions, callback) => {
    resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const bad = addresses.find(({ address }) => !isAllowed(address, options));
      if (bad || addresses.length === 0)
        return callback(refused('The URL resolves to an address that is not public.'), '');
      if (lookupOptions.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

function describe(error: Error, url: URL): Error {
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  const host = url.host;
  switch (code) {
    case 'ENOTFOUND':
      return failed(`The host ${host} does not exist.`);
    case 'ECONNREFUSED':
      return failed(`${host} refused the connection.`);
    case 'ABORT_ERR':
    case 'AbortError':
    case 'TimeoutError':
      return failed(`${host} did not answer in time.`);
    default:
      return failed(`${host} could not be reached (${code}).`);
  }
}
