import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { attachment } from './attachment.ts';
import { BodyRefused, InvalidKey } from './errors.ts';
import type { Audience, ServedObjects } from './objects.ts';
import { verifySigned, type SignedClaim } from './signed-url.ts';

export interface ServeSettings {
  readonly objects: ServedObjects;
  readonly secret: string;
  /** Whom the port that got the request is for; an address signed for the other audience is refused. */
  readonly audience: Audience;
  readonly now: () => Date;
}

/**
 * Answers one request for `/objects/…`: GET and HEAD (with one range) and PUT, each only under a
 * valid signature. Throws errors of ours (a full disk) before anything was answered, so that the caller's error sink
 * answers 503.
 */
export async function serveSigned(
  settings: ServeSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'private, no-store');
  const verified = verifySigned(settings.secret, request.url ?? '', settings.audience, settings.now());
  if (!verified.valid) {
    const message =
      verified.reason === 'expired' ? 'This URL has expired.' : 'This URL is not signed for this request.';
    return refuse(request, response, { status: 403, code: verified.reason, message });
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method !== verified.claim.method)
    return refuse(request, response, {
      status: 403,
      code: 'not_signed',
      message: 'This URL is signed for a different HTTP method.',
    });
  try {
    await (method === 'GET'
      ? serveGet(settings.objects, verified.claim, request, response)
      : servePut(settings.objects, verified.claim, request, response));
  } catch (error) {
    if (error instanceof InvalidKey)
      return refuse(request, response, {
        status: 403,
        code: 'not_signed',
        message: 'This URL does not name an object.',
      });
    throw error;
  }
}

/** Streams an object as an attachment; one `bytes=` range is honoured, a set of ranges is answered whole. */
async function serveGet(
  objects: ServedObjects,
  claim: SignedClaim,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const opened = await objects.openObject(claim.key);
  if (!opened)
    return refuse(request, response, { status: 404, code: 'not_found', message: 'The object was not found.' });
  const { info } = opened;
  response.setHeader('ETag', `"${info.etag}"`);
  response.setHeader('Last-Modified', info.modifiedAt.toUTCString());
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Type', claim.contentType ?? 'application/octet-stream');
  response.setHeader('Content-Disposition', claim.fileName === undefined ? 'attachment' : attachment(claim.fileName));
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  const range = parseRange(request.headers.range, info.bytes);
  if (range === 'unsatisfiable') {
    await opened.close();
    response.setHeader('Content-Range', `bytes */${info.bytes}`);
    return refuse(request, response, {
      status: 416,
      code: 'range_not_satisfiable',
      message: 'The requested range is outside the object.',
    });
  }
  response.statusCode = range ? 206 : 200;
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : info.bytes);
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${info.bytes}`);
  if (request.method === 'HEAD' || info.bytes === 0) {
    await opened.close();
    response.end();
    return;
  }
  try {
    await pipeline(opened.stream(range), response);
  } catch {
    // The client went away or the disk failed after the headers were sent: there is nobody left to tell.
    response.destroy();
  }
}

/** Stores the request's body. An announced length that is not allowed is refused before a byte is read. */
async function servePut(
  objects: ServedObjects,
  claim: SignedClaim,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const header = request.headers['content-length'];
  const announced = header === undefined ? undefined : Number(header);
  const refusal = announced === undefined ? undefined : lengthRefusal(claim, announced);
  if (refusal) return refuse(request, response, refusal);
  const bytes = claim.bytes ?? announced;
  const limits = {
    ...(bytes === undefined ? {} : { bytes }),
    ...(claim.maxBytes === undefined ? {} : { maxBytes: claim.maxBytes }),
  };
  try {
    const etag = await objects.receive(claim.key, request, limits);
    response.statusCode = 200;
    response.setHeader('ETag', `"${etag}"`);
    response.setHeader('Content-Length', 0);
    response.end();
  } catch (error) {
    if (error instanceof BodyRefused)
      return refuse(request, response, {
        status: error.code === 'body_too_large' ? 413 : 400,
        code: error.code,
        message: 'The size of the request body does not match what this URL allows.',
      });
    // A body that was read to its end is destroyed, too, but its client waits for an answer.
    if (request.complete || !request.destroyed) throw error;
    response.destroy();
  }
}

/** The refusal of a body of this length, if any. */
function lengthRefusal({ bytes, maxBytes }: SignedClaim, announced: number): Refusal | undefined {
  if (bytes !== undefined && announced !== bytes)
    return { status: 400, code: 'wrong_length', message: `The request body must have ${bytes} bytes.` };
  if (maxBytes !== undefined && announced > maxBytes)
    return {
      status: 413,
      code: 'body_too_large',
      message: `The request body exceeds the limit of ${maxBytes} bytes.`,
    };
  return undefined;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/**
 * Answers with an error body. A body that was not read is not waited for: the connection is closed after the answer.
 */
function refuse(request: IncomingMessage, response: ServerResponse, { status, code, message }: Refusal): void {
  const body = JSON.stringify({ error: message, code });
  response.statusCode = status;
  response.removeHeader('Content-Disposition');
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (!request.complete) response.setHeader('Connection', 'close');
  response.end(request.method === 'HEAD' ? undefined : body);
  if (!request.complete) request.resume();
}

/**
 * RFC 9110, 14.2: undefined for no range, several, or one that is not understood, which is answered with everything.
 */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
