/**
 * The one place that says which errors pass by themselves: connections that broke, servers that are restarting or
 * overloaded, and our own `transient` marks. Decided by code, never by message.
 */
const TRANSIENT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT_SOCKET',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ENOSPC',
  'EMFILE',
  'ENFILE',
]);

/** Fields of errors of Node, of our clients and of the AWS SDK. */
interface Details {
  readonly transient?: unknown;
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly name?: unknown;
  readonly cause?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function statusOf({ code, statusCode, $metadata }: Details): number | undefined {
  if (typeof code === 'number') return code;
  return typeof statusCode === 'number' ? statusCode : $metadata?.httpStatusCode;
}

export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { transient, code, name, cause } = error as Details;
  if (transient === true) return true;
  if (typeof code === 'string' && TRANSIENT_CODES.has(code)) return true;
  if (name === 'AbortError' || name === 'TimeoutError') return true;
  if (isTransientStatus(statusOf(error))) return true;
  return cause !== undefined && cause !== error && isTransient(cause);
}

const isTransientStatus = (status = 0): boolean => status === 429 || status >= 500;
