const BYTES = 16;

/**
 * 32 hexadecimal digits that nobody else has. Not `crypto.randomUUID`: browsers have that over https and on localhost only, and
 * a network is tried out at an address of the house's own before it has a certificate.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
