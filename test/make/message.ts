/** A part of a message: fields of its header, and its body. */
export interface MessagePart {
  readonly type: string;
  readonly fields?: string;
  readonly body: string | Uint8Array;
}

let count = 0;

/** A message (RFC 5322) of several parts (RFC 2046); `kind` is what kind of multipart it is. */
export function makeMessage(header: string, parts: readonly MessagePart[], kind = 'mixed'): string {
  const boundary = `boundary-${kind}-${count++}`;
  const written = parts.map(({ type, fields = '', body }) =>
    typeof body === 'string'
      ? `--${boundary}\r\nContent-Type: ${type}\r\n${fields}\r\n${body}\r\n`
      : `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${fields}\r\n${Buffer.from(body).toString('base64')}\r\n`,
  );
  return `${header}MIME-Version: 1.0\r\nContent-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${written.join('')}--${boundary}--\r\n`;
}
