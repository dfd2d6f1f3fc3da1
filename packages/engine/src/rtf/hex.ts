/** Makes a reader of bytes in hexadecimal that come in pieces, which may cut one in two. */
export function createHexReader(): (text: string) => Buffer {
  let half = '';
  return (text) => {
    const digits = half + text.replaceAll(/[^\da-fA-F]+/g, '');
    const even = digits.length - (digits.length % 2);
    half = digits.slice(even);
    return Buffer.from(digits.slice(0, even), 'hex');
  };
}
