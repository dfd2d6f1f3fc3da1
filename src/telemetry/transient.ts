/**
 * The one place that says which errors pass by themselves: connections that broke, servers that are restarting or overloaded,
 * and our own `transient` marks. Decided by code, never by message.
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

export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { transient, code, statusCode, name, cause, $metadata } = error as {
    transient?: unknown;
    code?: unknown;
    statusCode?: unknown;
    name?: unknown;
    cause?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  if (transient === true) return true;
  if (typeof code === 'string' && TRANSIENT_CODES.has(code)) return true;
  if (name === 'AbortError' || name === 'TimeoutError') return true;
  const status =
    typeof code === 'number' ? code : typeof statusCode === 'number' ? statusCode : $metadata?.httpStatusCode;
  if (status === 429 || (status !== undefined && status >= 500)) return true;
  return cause !== undefined && cause !== error && isTransient(cause);
}
